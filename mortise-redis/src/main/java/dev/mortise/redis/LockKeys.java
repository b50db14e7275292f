package dev.mortise.redis;

import org.jspecify.annotations.Nullable;

/** The keys of a lock, in the order of the scripts. */
class LockKeys {

    final int affinity;
    private final String lock;
    private final String queue;
    private final @Nullable String token;

    /**
     * @param token null when grants have none
     */
    LockKeys(String lock, String queue, @Nullable String token) {
        this.lock = lock;
        this.queue = queue;
        this.token = token;
        this.affinity = lock.hashCode();
    }

    /** Lock, queue, and token if there is one. */
    final byte[][] all() {
        return token == null ? withQueue() : new byte[][] {lock(), RedisStore.bytes(queue), RedisStore.bytes(token)};
    }

    /** Lock, queue. */
    final byte[][] withQueue() {
        return new byte[][] {lock(), RedisStore.bytes(queue)};
    }

    /** On which a node is told of this lock where channels are sharded: in the lock's slot. */
    final String channel(String node) {
        return (queue.equals(lock + ":queue") ? lock : queue) + ":" + node;
    }

    final byte[][] lockOnly() {
        return new byte[][] {lock()};
    }

    final byte[] lock() {
        return RedisStore.bytes(lock);
    }
}
