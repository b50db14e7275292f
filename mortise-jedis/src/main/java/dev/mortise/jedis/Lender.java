package dev.mortise.jedis;

import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/** The connection pool of a client. */
final class Lender implements JedisConnections {

    private static final Logger LOG = LoggerFactory.getLogger(Lender.class);

    private final Pool<Connection> pool;

    private Lender(Pool<Connection> pool) {
        this.pool = pool;
    }

    /** RedisClient (Jedis 7 and 8) and JedisPooled (up to 7) both have {@code getPool()}, but no common type with it. */
    @SuppressWarnings("unchecked")
    static @Nullable Lender of(UnifiedJedis client) {
        try {
            Object pool = client.getClass().getMethod("getPool").invoke(client);
            return pool instanceof Pool ? new Lender((Pool<Connection>) pool) : null;
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    @Override
    public Connection lend(int limitMillis) throws WireException {
        try {
            return pool.borrowObject(Duration.ofMillis(limitMillis));
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
