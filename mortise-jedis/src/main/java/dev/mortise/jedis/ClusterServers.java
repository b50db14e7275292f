package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.FollowingDriver;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.WireException;
import dev.mortise.redis.WireFactory;
import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The servers of the application's cluster client: each lends from its pool. */
final class ClusterServers extends JedisServers {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterServers.class);

    private final UnifiedJedis client;
    private final Supplier<Map<String, ConnectionPool>> pools;
    private final int quietMillis;

    private ClusterServers(UnifiedJedis client, Supplier<Map<String, ConnectionPool>> pools, int quietMillis) {
        this.client = client;
        this.pools = pools;
        this.quietMillis = quietMillis;
    }

    /** Null for a client that is none of a cluster. RedisClusterClient (Jedis 7 and 8) and JedisCluster share no other type. */
    @SuppressWarnings("unchecked")
    static @Nullable Driver driver(UnifiedJedis client, int quietMillis) {
        Supplier<Map<String, ConnectionPool>> pools =
                () -> (Map<String, ConnectionPool>) Objects.requireNonNull(call(client, "getClusterNodes"));
        if (call(client, "getClusterNodes") == null) {
            return null;
        }
        List<ServerAddress> seeds =
                pools.get().keySet().stream().map(ClusterServers::address).toList();
        return FollowingDriver.cluster(
                "the application's " + client.getClass().getSimpleName(),
                new ClusterServers(client, pools, quietMillis),
                seeds);
    }

    @Override
    String describe(@Nullable ServerAddress at) {
        return "the application's client" + (at == null ? "" : " at " + at);
    }

    @Override
    WireFactory wires(ServerAddress at, String name) {
        Lender lender = lender(at);
        return () -> new BorrowedWire(lender, lender.lend(limitMillis()));
    }

    @Override
    MessageLoop.Session session(ServerAddress at, Channels channels, Readers readers, String name) throws IOException {
        return ClientSession.borrowed(lender(at), channels, name, limitMillis(), quietMillis);
    }

    @Override
    public @Nullable Object ask(ServerAddress at, Duration within, String... command) throws IOException {
        Lender lender = lender(at);
        try {
            Connection connection = lender.lend(millis(within));
            int timeout = connection.getSoTimeout();
            boolean answered = false;
            try {
                connection.setSoTimeout(millis(within));
                connection.sendCommand(
                        Command.valueOf(command[0]),
                        Arrays.stream(command)
                                .skip(1)
                                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                                .toArray(byte[][]::new));
                Object reply = connection.getOne();
                answered = true;
                return Replies.of(reply);
            } catch (JedisDataException e) {
                answered = true;
                return Replies.error(e);
            } finally {
                lender.takeBack(connection, timeout, !answered);
            }
        } catch (JedisException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Lender lender(ServerAddress at) {
        return new Lender(() -> pool(at));
    }

    /** A client that does not know a server has missed that it joined. */
    private ConnectionPool pool(ServerAddress at) throws WireException {
        ConnectionPool pool = find(at);
        if (pool == null) {
            call(client, "refreshClusterTopology");
            pool = find(at);
        }
        if (pool == null) {
            throw new WireException(new Trouble(
                    Trouble.Kind.UNAVAILABLE,
                    "CLIENT",
                    "the Jedis client does not know the server " + at + " of its cluster",
                    "give the client a period after which it looks at its cluster again",
                    false,
                    null));
        }
        return pool;
    }

    private @Nullable ConnectionPool find(ServerAddress at) {
        return pools.get().get(at.host() + ":" + at.port());
    }

    private static ServerAddress address(String node) {
        int colon = node.lastIndexOf(':');
        return new ServerAddress(node.substring(0, colon), Integer.parseInt(node.substring(colon + 1)));
    }

    private static @Nullable Object call(UnifiedJedis client, String method) {
        try {
            return client.getClass().getMethod(method).invoke(client);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        } catch (InvocationTargetException e) {
            LOG.debug("{} failed", method, e);
            return null;
        }
    }
}
