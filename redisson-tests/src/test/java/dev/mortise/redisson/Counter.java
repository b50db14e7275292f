package dev.mortise.redisson;

import redis.clients.jedis.RedisClient;

/** A number in Redis that is read and written by two commands: an update is lost when two do it at once. */
final class Counter implements AutoCloseable {

    private final RedisClient jedis;
    private final String key;

    Counter(String uri, String key) {
        this.jedis = RedisClient.create(uri);
        this.key = key;
    }

    void addOneUnsafely() {
        jedis.set(key, Long.toString(value() + 1));
    }

    long value() {
        String text = jedis.get(key);
        return text == null ? 0 : Long.parseLong(text);
    }

    @Override
    public void close() {
        jedis.close();
    }
}
