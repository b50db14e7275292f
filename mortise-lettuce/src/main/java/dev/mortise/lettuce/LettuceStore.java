package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.FollowingDriver;
import dev.mortise.redis.QuorumStore;
import dev.mortise.redis.RedisStore;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Tls;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes Redis stores over Lettuce. A store has connections of its own, for scripts and for messages, and closes them. What
 * was sent over a connection that breaks is never sent again by Lettuce, whatever the client's options say: Mortise makes
 * a new connection and finds out what became of it.
 */
public final class LettuceStore {

    private static final Duration QUIET = Duration.ofNanos(LettuceDriver.QUIET_NANOS);

    private LettuceStore() {}

    /**
     * A store with a client of its own.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}; {@code redis-sentinel://} or {@code redis-cluster://}
     *     with several hosts as docs/topologies.md has it; {@code rediss} in the place of {@code redis} for TLS, then with
     *     {@code ?cacert=ca.pem&cert=client.pem&key=client.key} if need be
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri) {
        return RedisStore.at(uri, new LettuceDriverProvider());
    }

    /**
     * The same by TLS, with that trust and those keys.
     *
     * @param uri a {@code rediss} one
     */
    public static RedisStore at(String uri, Tls tls) {
        return RedisStore.at(uri, new LettuceDriverProvider(), tls);
    }

    /**
     * A store over a majority of independent masters.
     *
     * @param uris as for {@link #at}, each of a master of its own; three, five or seven
     * @throws IllegalArgumentException when there are fewer than three
     */
    public static QuorumStore quorum(String... uris) {
        return QuorumStore.at(List.of(uris), LettuceStore::at);
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
        return new RedisStore(driver("the application's " + client.getClass().getSimpleName(), client, QUIET));
    }

    /**
     * A driver for that client's cluster, as {@link #using(RedisClusterClient)} has it.
     *
     * @param server as a person would name it, without secrets
     * @param quiet how long a subscription may hear nothing before it is asked
     */
    public static Driver driver(String server, RedisClusterClient client, Duration quiet) {
        return cluster(
                server, login(client), client.getPartitions(), client.getResources(), client.getOptions(), quiet);
    }

    /**
     * A driver for the cluster that a connection of the application leads to, as {@link #using(RedisClusterClient)} has it,
     * but for TLS: a connection does not tell whether that is spoken.
     *
     * @param server as a person would name it, without secrets
     * @param connection looked at now, and not used later
     * @param quiet how long a subscription may hear nothing before it is asked
     */
    public static Driver driver(String server, StatefulRedisClusterConnection<?, ?> connection, Duration quiet) {
        Partitions partitions = connection.getPartitions();
        RedisURI login = partitions.getPartition(0).getUri();
        return cluster(server, login, partitions, connection.getResources(), connection.getOptions(), quiet);
    }

    private static Driver cluster(
            String server,
            RedisURI login,
            Partitions partitions,
            ClientResources resources,
            ClientOptions options,
            Duration quiet) {
        List<ServerAddress> seeds = partitions.stream()
                .map(RedisClusterNode::getUri)
                .map(uri -> new ServerAddress(uri.getHost(), uri.getPort()))
                .toList();
        ServerClient.Factory client = ServerClient.like(login, resources, options);
        return FollowingDriver.cluster(server, new LettuceServers(client, login.isSsl(), quiet.toNanos()), seeds);
    }

    /**
     * As Lettuce itself has it, a cluster client connects to every server as its first URI says. Those of its partitions have
     * the password, but not whether TLS is spoken: it would be sent for all to read.
     */
    private static RedisURI login(RedisClusterClient client) {
        try {
            Method first = RedisClusterClient.class.getDeclaredMethod("getFirstUri");
            first.setAccessible(true);
            return (RedisURI) Objects.requireNonNull(first.invoke(client));
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "this version of Lettuce does not tell how its cluster client connects: use LettuceStore.at with a"
                            + " redis-cluster URI",
                    e);
        }
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
