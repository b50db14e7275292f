package dev.mortise.springdata;

import dev.mortise.jedis.ClientDriver;
import dev.mortise.jedis.JedisConnections;
import dev.mortise.jedis.JedisStore;
import dev.mortise.redis.Driver;
import dev.mortise.redis.WireException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/** Lends a Jedis factory's connections, where each is a {@link Jedis}: before Spring Data 4.1, or if the factory is told so. */
final class JedisLender implements JedisConnections {

    private static final Logger LOG = LoggerFactory.getLogger(JedisLender.class);

    private final String server;
    private final RedisConnectionFactory factory;
    private final Map<Connection, RedisConnection> lent = new ConcurrentHashMap<>();

    private JedisLender(String server, RedisConnectionFactory factory) {
        this.server = server;
        this.factory = factory;
    }

    static boolean knows(Object connection) {
        return connection instanceof UnifiedJedis || connection instanceof Jedis;
    }

    /** All connections of a newer factory, and those to a cluster, share one client, which lends from its pools. */
    static Driver driver(String server, RedisConnectionFactory factory, Object connection, Duration quiet) {
        int quietMillis = Math.toIntExact(quiet.toMillis());
        return connection instanceof UnifiedJedis client
                ? JedisStore.driver(client, quietMillis)
                : new ClientDriver(server, new JedisLender(server, factory), quietMillis);
    }

    @Override
    public Connection lend(int limitMillis) throws WireException {
        try {
            RedisConnection owner = factory.getConnection();
            Connection connection = ((Jedis) owner.getNativeConnection()).getConnection();
            lent.put(connection, owner);
            return connection;
        } catch (RuntimeException e) {
            throw Lending.told(server, e);
        }
    }

    @Override
    public void takeBack(Connection connection, int soTimeout, boolean broken) {
        RedisConnection owner = Objects.requireNonNull(lent.remove(connection), "taken back before");
        try {
            if (broken) {
                connection.setBroken(); // so that a pool drops it
            } else {
                connection.setSoTimeout(soTimeout);
            }
            owner.close();
        } catch (RuntimeException e) {
            LOG.debug("a connection could not be given back", e);
        }
    }
}
