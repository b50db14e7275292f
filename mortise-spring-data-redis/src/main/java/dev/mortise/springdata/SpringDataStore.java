package dev.mortise.springdata;

import dev.mortise.redis.RedisStore;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

/**
 * Makes Redis stores over Spring Data Redis: over the connections of a factory that the application has already, on Lettuce or
 * Jedis. The factory is never closed, and must stay open until Mortise is closed. It may lead to one server, to the master that
 * sentinels watch over, or to a Redis Cluster; over Lettuce, a cluster's connections are Mortise's own, on the client's threads.
 *
 * <p>A factory with a pool lends one connection for scripts (Jedis: two) and one for messages for as long as the store is
 * open, so the pool must be larger than that. The connection that a Lettuce factory shares is not used.
 */
public final class SpringDataStore {

    private SpringDataStore() {}

    /** A store over the connections of that factory. */
    public static RedisStore using(RedisConnectionFactory factory) {
        return new RedisStore(new SpringDataDriver(factory));
    }

    /**
     * A store over the connections of that template's factory. Its serializers are not used: whatever they are, Mortise's keys
     * and arguments are those of every other driver.
     *
     * @throws IllegalStateException when the template has no factory
     */
    public static RedisStore using(RedisTemplate<?, ?> template) {
        return using(template.getRequiredConnectionFactory());
    }
}
