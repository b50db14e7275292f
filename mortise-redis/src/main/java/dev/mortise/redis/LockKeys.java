package dev.mortise.redis;

import dev.mortise.spi.LockId;

/** The keys of a lock, in the order of the scripts. Made for each request, so that a lock which is only held has none. */
final class LockKeys {

    private final String key;
    final int affinity;

    private LockKeys(String key) {
        this.key = key;
        this.affinity = key.hashCode();
    }

    static LockKeys of(LockId lock, String prefix) {
        return new LockKeys(prefix + "{" + NameCode.encode(lock.name()) + "}");
    }

    /** Lock, queue, token. */
    byte[][] all() {
        return new byte[][] {lock(), queue(), RedisStore.bytes(key + ":token")};
    }

    /** Lock, queue. */
    byte[][] withQueue() {
        return new byte[][] {lock(), queue()};
    }

    byte[][] lockOnly() {
        return new byte[][] {lock()};
    }

    byte[] lock() {
        return RedisStore.bytes(key);
    }

    private byte[] queue() {
        return RedisStore.bytes(key + ":queue");
    }
}
