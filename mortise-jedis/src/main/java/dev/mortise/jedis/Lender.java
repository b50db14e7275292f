package dev.mortise.jedis;

import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/** The connection pool of a client, or whichever one it has at present. */
final class Lender implements JedisConnections {

    private static final Logger LOG = LoggerFactory.getLogger(Lender.class);

    private final Pools pools;
    private final Map<Connection, Pool<Connection>> lent = new ConcurrentHashMap<>();

    Lender(Pools pools) {
        this.pools = pools;
    }

    /** Where to borrow now. */
    interface Pools {
        Pool<Connection> now() throws WireException;
    }

    /**
     * RedisClient (Jedis 7 and 8) and JedisPooled (up to 7) both have {@code getPool()}, but no common type with it. A client
     * behind sentinels has another pool after each failover.
     */
    @SuppressWarnings("unchecked")
    static @Nullable Lender of(UnifiedJedis client) {
        if (call(client, "getPool") instanceof Pool<?> pool) {
            return new Lender(() -> (Pool<Connection>) pool);
        }
        return call(client, "getCurrentMaster") != null && master(client) != null
                ? new Lender(() -> Objects.requireNonNull(master(client)))
                : null;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Pool<Connection> master(UnifiedJedis client) {
        return call(client, "getPrimaryNodesConnectionMap") instanceof Map<?, ?> map
                        && !map.isEmpty()
                        && map.values().iterator().next() instanceof Pool<?> pool
                ? (Pool<Connection>) pool
                : null;
    }

    private static @Nullable Object call(UnifiedJedis client, String method) {
        try {
            return client.getClass().getMethod(method).invoke(client);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    @Override
    public Connection lend(int limitMillis) throws WireException {
        try {
            Pool<Connection> pool = pools.now();
            Connection connection = pool.borrowObject(Duration.ofMillis(limitMillis));
            lent.put(connection, pool);
            return connection;
        } catch (WireException e) {
            throw e;
        } catch (NoSuchElementException e) {
            throw new WireException(new Trouble(
                    Trouble.Kind.UNAVAILABLE,
                    "POOL",
                    "the Jedis client's pool has no free connection",
                    "give its pool three connections more than the application needs",
                    false,
                    e));
        } catch (JedisException e) {
            throw e;
        } catch (Exception e) {
            throw new JedisException(e.getMessage(), e);
        }
    }

    @Override
    public void takeBack(Connection connection, int soTimeout, boolean broken) {
        Pool<Connection> pool = Objects.requireNonNull(lent.remove(connection), "taken back before");
        try {
            if (broken || connection.isBroken()) {
                pool.returnBrokenResource(connection);
            } else {
                connection.setSoTimeout(soTimeout);
                pool.returnResource(connection);
            }
        } catch (JedisException e) {
            LOG.debug("the pool could not replace a broken connection yet", e);
        }
    }
}
