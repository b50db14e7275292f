package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import dev.mortise.redis.QuorumStore;
import dev.mortise.redis.RedisStore;
import dev.mortise.redis.Tls;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** Makes Redis stores over Jedis. */
public final class JedisStore {

    private JedisStore() {}

    /**
     * A store with connections of its own: two for scripts to each master, one for messages. The fastest way: callers drive the
     * connections themselves.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}; {@code redis-sentinel://} or {@code redis-cluster://}
     *     with several hosts as docs/topologies.md has it; {@code rediss} in the place of {@code redis} for TLS, then with
     *     {@code ?cacert=ca.pem&cert=client.pem&key=client.key} if need be; with {@code ?naming=redisson} for
     *     {@link RedisStore#redissonNaming()}
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri) {
        return RedisStore.at(uri, new JedisDriverProvider());
    }

    /**
     * The same by TLS, with that trust and those keys.
     *
     * @param uri a {@code rediss} one
     */
    public static RedisStore at(String uri, Tls tls) {
        return RedisStore.at(uri, new JedisDriverProvider(), tls);
    }

    /**
     * A store over a majority of independent masters.
     *
     * @param uris as for {@link #at}, each of a master of its own; three, five or seven
     * @throws IllegalArgumentException when there are fewer than three
     */
    public static QuorumStore quorum(String... uris) {
        return QuorumStore.at(List.of(uris), JedisStore::at);
    }

    /**
     * A store over a client that the application has already; the client is never closed. If the client has a pool, the store
     * makes connections of its own as the pool does: at most two for scripts and one for messages, in a cluster two for each
     * master. They do not count as connections of the pool. A client behind sentinels is followed to the next master. Any other
     * client lends what one {@code pipelined()} and one {@code subscribe} take.
     */
    public static RedisStore using(UnifiedJedis client) {
        return new RedisStore(driver(client, UriDriver.QUIET_MILLIS));
    }

    /**
     * A driver over a client, which stays open.
     *
     * @param quietMillis how long a subscription may hear nothing before it is asked
     */
    public static Driver driver(UnifiedJedis client, int quietMillis) {
        Driver cluster = ClusterServers.driver(client, quietMillis);
        return cluster == null ? new ClientDriver(client, quietMillis) : cluster;
    }
}
