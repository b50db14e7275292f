package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.FollowingDriver;
import dev.mortise.redis.RedisStore;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes Redis stores over Lettuce. A store has connections of its own, for scripts and for messages, and closes them. What
 * was sent over a connection that breaks is never sent again by Lettuce, whatever the client's options say: Mortise makes
 * a new connection and finds out what became of it.
 */
public final class LettuceStore {

    private LettuceStore() {}

    /**
     * A store with a client of its own.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}; {@code redis-sentinel://} or {@code redis-cluster://}
     *     with several hosts as docs/topologies.md has it; {@code rediss} in the place of {@code redis} for TLS
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri) {
        return RedisStore.at(uri, new LettuceDriverProvider());
    }

    /**
     * A store over a client that the application has already; the client is never shut down. It must have been made with
     * a URI, or the store is refused when it is opened.
     */
    public static RedisStore using(RedisClient client) {
        return new RedisStore(driver(client, null));
    }

    /** A store over a client that the application has already, at that URI; the client is never shut down. */
    public static RedisStore using(RedisClient client, RedisURI uri) {
        return new RedisStore(driver(client, uri));
    }

    /**
     * A store over a cluster client that the application has already; the client is never shut down. Mortise makes connections
     * of its own to the masters, on the client's threads and with its options and login.
     */
    public static RedisStore using(RedisClusterClient client) {
        return new RedisStore(driver(client, LettuceDriver.QUIET_NANOS));
    }

    static Driver driver(RedisClusterClient client, long quietNanos) {
        List<ServerAddress> seeds = new ArrayList<>();
        client.getPartitions()
                .forEach(node -> seeds.add(
                        new ServerAddress(node.getUri().getHost(), node.getUri().getPort())));
        return FollowingDriver.cluster(
                "the application's " + client.getClass().getSimpleName(),
                new LettuceServers(ServerClient.like(client), false, quietNanos),
                seeds);
    }

    static LettuceDriver driver(RedisUri uri) {
        return new LettuceDriver(
                "Lettuce at " + uri, uri.tls(), (limit, threadName) -> new OwnClient(uri, limit, threadName));
    }

    static LettuceDriver driver(RedisClient client, @Nullable RedisURI uri) {
        return new LettuceDriver(
                "the application's " + client.getClass().getSimpleName(),
                uri != null && uri.isSsl(),
                (limit, threadName) -> new GivenClient(client, uri, limit, threadName));
    }
}
