package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** What the store derives from a lock's name once: its keys, in the order of the scripts. */
final class LockKeys {

    /** Lock, queue, token. */
    final byte[][] all;

    /** Lock, queue. */
    final byte[][] withQueue;

    final byte[][] lockOnly;
    final int affinity;

    private LockKeys(LockId lock, String prefix) {
        String key = prefix + "{" + NameCode.encode(lock.name()) + "}";
        byte[] lockKey = RedisStore.bytes(key);
        byte[] queue = RedisStore.bytes(key + ":queue");
        this.all = new byte[][] {lockKey, queue, RedisStore.bytes(key + ":token")};
        this.withQueue = new byte[][] {lockKey, queue};
        this.lockOnly = new byte[][] {lockKey};
        this.affinity = key.hashCode();
    }

    static LockKeys of(LockId lock, String prefix) {
        Object known = lock.derived();
        if (known instanceof LockKeys keys) {
            return keys;
        }
        LockKeys made = new LockKeys(lock, prefix);
        lock.keep(made);
        return made;
    }
}
