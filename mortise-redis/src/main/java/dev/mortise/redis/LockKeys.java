package dev.mortise.redis;

/** What the store derives from a lock's name once: its keys, in the order of the scripts. */
class LockKeys {

    /** Lock, queue, token. */
    final byte[][] all;

    /** Lock, queue. */
    final byte[][] withQueue;

    final byte[][] lockOnly;
    final int affinity;

    LockKeys(String key, String queue, String token) {
        byte[] lockKey = RedisStore.bytes(key);
        byte[] queueKey = RedisStore.bytes(queue);
        this.all = new byte[][] {lockKey, queueKey, RedisStore.bytes(token)};
        this.withQueue = new byte[][] {lockKey, queueKey};
        this.lockOnly = new byte[][] {lockKey};
        this.affinity = key.hashCode();
    }
}
