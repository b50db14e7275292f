package dev.mortise.jedis;

import dev.mortise.redis.RedisStore;
import dev.mortise.redis.Tls;
import redis.clients.jedis.UnifiedJedis;

/** Makes Redis stores over Jedis. */
public final class JedisStore {

    private JedisStore() {}

    /**
     * A store with connections of its own: two for scripts, one for messages. The fastest way: callers drive the
     * connections themselves.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}, {@code rediss://} for TLS, then with
     *     {@code ?cacert=ca.pem&cert=client.pem&key=client.key} if need be; with {@code ?naming=redisson} at the end for {@link RedisStore#redissonNaming()}
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri) {
        return RedisStore.at(uri, UriDriver::new);
    }

    /**
     * The same by TLS, with that trust and those keys.
     *
     * @param uri a {@code rediss://} one
     */
    public static RedisStore at(String uri, Tls tls) {
        return RedisStore.at(uri, parsed -> new UriDriver(parsed.secured(tls)));
    }

    /**
     * A store over a client that the application has already; the client is never closed. A client with a pool lends at
     * most two connections for scripts and one for messages for as long as the store is open, so the pool must be larger
     * than that. Any other client lends what one {@code pipelined()} and one {@code subscribe} take.
     */
    public static RedisStore using(UnifiedJedis client) {
        return new RedisStore(new ClientDriver(client));
    }
}
