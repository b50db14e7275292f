package dev.mortise.redis;

/** The keys of a lock, in the order of the scripts. */
class LockKeys {

    final int affinity;
    private final String lock;
    private final String queue;
    private final String token;

    LockKeys(String lock, String queue, String token) {
        this.lock = lock;
        this.queue = queue;
        this.token = token;
        this.affinity = lock.hashCode();
    }

    /** Lock, queue, token. */
    final byte[][] all() {
        return new byte[][] {lock(), RedisStore.bytes(queue), RedisStore.bytes(token)};
    }

    /** Lock, queue. */
    final byte[][] withQueue() {
        return new byte[][] {lock(), RedisStore.bytes(queue)};
    }

    final byte[][] lockOnly() {
        return new byte[][] {lock()};
    }

    final byte[] lock() {
        return RedisStore.bytes(lock);
    }
}
