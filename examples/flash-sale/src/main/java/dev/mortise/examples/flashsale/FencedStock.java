package dev.mortise.examples.flashsale;

import java.util.List;
import java.util.Objects;
import redis.clients.jedis.UnifiedJedis;

/** A stock that remembers the highest token it was written with, and refuses a lower one: see fenced-write.lua. */
final class FencedStock {

    private static final String WRITE = Resource.text("fenced-write.lua");

    private final UnifiedJedis redis;
    private final String key;

    FencedStock(UnifiedJedis redis, String prefix) {
        this.redis = redis;
        this.key = prefix + "fenced-stock";
    }

    int read() {
        return Integer.parseInt(redis.hget(key, "stock"));
    }

    /** Whether it was written: not when somebody with a higher token has written before. */
    boolean write(int left, long token) {
        Object reply = redis.eval(WRITE, List.of(key), List.of(Long.toString(token), Integer.toString(left)));
        return Objects.equals(reply, 1L);
    }
}
