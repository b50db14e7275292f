package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** What the store derives from a lock's name once: its keys, in the order of the scripts. */
final class LockKeys {

    final byte[][] all;
    final byte[][] lockOnly;
    final int affinity;

    private LockKeys(LockId lock, String prefix) {
        String key = prefix + "{" + NameCode.encode(lock.name()) + "}";
        this.all =
                new byte[][] {RedisStore.bytes(key), RedisStore.bytes(key + ":token"), RedisStore.bytes(key + ":queue")
                };
        this.lockOnly = new byte[][] {all[0]};
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
