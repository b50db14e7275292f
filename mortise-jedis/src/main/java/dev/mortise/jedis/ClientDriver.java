package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.CombiningLink;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.WireFactory;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/**
 * Connections of the application: lent by its client's pool, or by whoever else has them; or one pipeline of its client, kept
 * open.
 */
public final class ClientDriver implements Driver {

    private static final int DEFAULT_LIMIT_MILLIS = 3_000;

    private final String name;
    private final @Nullable UnifiedJedis client;
    private final @Nullable JedisConnections lender;
    private final int quietMillis;
    private volatile int limitMillis = DEFAULT_LIMIT_MILLIS;

    /** Over a client, which stays open. */
    public ClientDriver(UnifiedJedis client) {
        this(client, UriDriver.QUIET_MILLIS);
    }

    /**
     * Over a client, which stays open.
     *
     * @param quietMillis how long a subscription may hear nothing before it is asked
     */
    public ClientDriver(UnifiedJedis client, int quietMillis) {
        this("the application's " + client.getClass().getSimpleName(), client, Lender.of(client), quietMillis);
    }

    /**
     * Over connections that are lent.
     *
     * @param name of the one who lends them, for people
     * @param quietMillis how long a subscription may hear nothing before it is asked
     */
    public ClientDriver(String name, JedisConnections lender, int quietMillis) {
        this(name, null, lender, quietMillis);
    }

    private ClientDriver(
            String name, @Nullable UnifiedJedis client, @Nullable JedisConnections lender, int quietMillis) {
        this.name = name;
        this.client = client;
        this.lender = lender;
        this.quietMillis = quietMillis;
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        int limit = Math.toIntExact(Math.max(1, requestLimit.toMillis()));
        limitMillis = limit;
        JedisConnections lending = lender;
        WireFactory factory = lending == null
                ? () -> new PipelineWire(Objects.requireNonNull(client))
                : () -> new BorrowedWire(lending, lending.lend(limit));
        int connections = lending == null ? 1 : CombiningLink.CONNECTIONS;
        return CombiningLink.open(describe(), factory, connections, time, requestLimit, threadName);
    }

    /** A pipeline may be one of a cluster, where a command without a key goes anywhere. */
    @Override
    public boolean hasLanes() {
        return lender != null;
    }

    @Override
    public Link openLane(Time time, Duration requestLimit, String threadName) {
        JedisConnections lending = Objects.requireNonNull(lender, "it has no lanes");
        int limit = limitMillis;
        return CombiningLink.whenNeeded(
                describe(), () -> new BorrowedWire(lending, lending.lend(limit)), 1, time, requestLimit, threadName);
    }

    @Override
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        int limit = limitMillis;
        JedisConnections lending = lender;
        MessageLoop.Sessions sessions = lending == null
                ? (channels, readers) -> new ClientSession(
                        channels,
                        (messages, names) -> Objects.requireNonNull(client)
                                .subscribe((PubSub.Classic) messages, names), // a cluster's client has another driver
                        () -> {},
                        threadName,
                        limit,
                        quietMillis)
                : (channels, readers) -> ClientSession.borrowed(lending, channels, threadName, limit, quietMillis);
        return new MessageLoop(describe(), Channels.classic(channel), sessions, subscriber, threadName, limit);
    }

    /** The client stays open. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return describe();
    }
}
