package dev.mortise.jedis;

import dev.mortise.redis.WireException;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/**
 * Makes connections as a client's pool makes them, with the client's address, login and settings, and closes them. None of
 * them comes out of the pool: a pooled connection may be in another database, in a transaction, or owe a reply to its user
 * before, and a lock would be wrong by that without an error.
 */
final class Lender implements JedisConnections {

    private static final Logger LOG = LoggerFactory.getLogger(Lender.class);

    private final Pools pools;

    Lender(Pools pools) {
        this.pools = pools;
    }

    /** The pool that says how connections are made now. */
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

    /** The client's own time-out for connecting is the limit. */
    @Override
    public Connection lend(int limitMillis) throws WireException {
        try {
            return pools.now().getFactory().makeObject().getObject();
        } catch (WireException | JedisException e) {
            throw e;
        } catch (Exception e) {
            throw new JedisException(e.getMessage(), e);
        }
    }

    @Override
    public void takeBack(Connection connection, int soTimeout, boolean broken) {
        try {
            connection.disconnect();
        } catch (JedisException e) {
            LOG.debug("a connection could not be closed", e);
        }
    }
}
