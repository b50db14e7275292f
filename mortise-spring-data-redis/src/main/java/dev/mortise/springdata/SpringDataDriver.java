package dev.mortise.springdata;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.Troubles;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/** The driver of whichever client the factory is on, with the factory's connections. */
final class SpringDataDriver implements Driver {

    private static final Duration QUIET = Duration.ofSeconds(15);

    /** Classes of the clients. An application has one of the two, so only its lender may be used. */
    private static final String LETTUCE = "io.lettuce.core.RedisClient";

    private static final String JEDIS = "redis.clients.jedis.Connection";

    private final RedisConnectionFactory factory;
    private final Duration quiet;
    private volatile @Nullable Driver client;

    SpringDataDriver(RedisConnectionFactory factory) {
        this(factory, QUIET);
    }

    /**
     * @param quiet how long a subscription may hear nothing before it is asked
     */
    SpringDataDriver(RedisConnectionFactory factory, Duration quiet) {
        this.factory = factory;
        this.quiet = quiet;
    }

    @Override
    public String describe() {
        return "the application's " + factory.getClass().getSimpleName();
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        return client().open(time, requestLimit, threadName);
    }

    @Override
    public boolean sharded() {
        return client().sharded();
    }

    @Override
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        return client().listen(channel, subscriber, threadName);
    }

    @Override
    public Subscription listenSharded(String own, Subscriber subscriber, String threadName) {
        return client().listenSharded(own, subscriber, threadName);
    }

    @Override
    public boolean hasLanes() {
        Driver known = client;
        return known != null && known.hasLanes();
    }

    @Override
    public Link openLane(Time time, Duration requestLimit, String threadName) {
        return client().openLane(time, requestLimit, threadName);
    }

    /** The factory stays open. */
    @Override
    public void close() {
        Driver open = client;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public String toString() {
        return describe();
    }

    /** Known once the factory was asked. */
    private Driver client() {
        Driver known = client;
        if (known == null) {
            known = find();
            client = known;
        }
        return known;
    }

    private Driver find() {
        for (int tries = 1; ; tries++) {
            try {
                return ask();
            } catch (WireException e) {
                throw Troubles.exception(e.trouble());
            } catch (RuntimeException e) {
                if (!isPresent(LETTUCE) || !LettuceLender.retries(e, tries) || !pause(tries)) {
                    throw Troubles.exception(Lending.told(describe(), e).trouble());
                }
            }
        }
    }

    /** Waits before the next try, so that a server which closes every connection is not flooded. False if interrupted. */
    private static boolean pause(int tries) {
        try {
            TimeUnit.MILLISECONDS.sleep(10L * tries);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Driver ask() throws WireException {
        RedisConnection connection = factory.getConnection();
        try {
            return over(connection.getNativeConnection());
        } finally {
            connection.close();
        }
    }

    private Driver over(Object connection) throws WireException {
        if (isPresent(LETTUCE) && LettuceLender.knows(connection)) {
            return LettuceLender.driver(describe(), factory, connection, quiet);
        }
        if (isPresent(JEDIS) && JedisLender.knows(connection)) {
            return JedisLender.driver(describe(), factory, connection, quiet);
        }
        throw Lending.refused("its connections are " + connection.getClass().getName(), null);
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, SpringDataDriver.class.getClassLoader());
    }
}
