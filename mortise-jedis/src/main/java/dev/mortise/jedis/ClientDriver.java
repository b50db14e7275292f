package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.CombiningLink;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.WireFactory;
import dev.mortise.spi.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;

/** A client that the application has handed in: borrows connections from its pool, or keeps one pipeline of it open. */
final class ClientDriver implements Driver {

    private static final int DEFAULT_LIMIT_MILLIS = 3_000;

    private final UnifiedJedis client;
    private final int quietMillis;
    private volatile int limitMillis = DEFAULT_LIMIT_MILLIS;

    ClientDriver(UnifiedJedis client) {
        this(client, UriDriver.QUIET_MILLIS);
    }

    ClientDriver(UnifiedJedis client, int quietMillis) {
        this.client = client;
        this.quietMillis = quietMillis;
    }

    @Override
    public String describe() {
        return "the application's " + client.getClass().getSimpleName();
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        int limit = Math.toIntExact(Math.max(1, requestLimit.toMillis()));
        limitMillis = limit;
        Lender lender = Lender.of(client);
        WireFactory factory =
                lender == null ? () -> new PipelineWire(client) : () -> new BorrowedWire(lender, lender.lend(limit));
        int connections = lender == null ? 1 : CombiningLink.CONNECTIONS;
        return CombiningLink.open(describe(), factory, connections, time, requestLimit, threadName);
    }

    @Override
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        Lender lender = Lender.of(client);
        int limit = limitMillis;
        MessageLoop.Sessions sessions = lender == null
                ? channels -> new ClientSession(channels, client::subscribe, () -> {}, threadName, limit, quietMillis)
                : channels -> borrowed(lender, channels, threadName, limit);
        return new MessageLoop(describe(), channel, sessions, subscriber, threadName, limit);
    }

    private MessageLoop.Session borrowed(Lender lender, Channels channels, String threadName, int limit)
            throws IOException {
        Connection connection = lender.lend(limit);
        AtomicBoolean givenBack = new AtomicBoolean();
        return new ClientSession(
                channels,
                (messages, names) -> {
                    messages.proceed(connection, names);
                    if (givenBack.compareAndSet(false, true)) {
                        lender.takeBack(connection, connection.getSoTimeout(), false);
                    }
                },
                () -> {
                    if (givenBack.compareAndSet(false, true)) {
                        lender.takeBack(connection, connection.getSoTimeout(), true);
                    }
                },
                threadName,
                limit,
                quietMillis);
    }

    /** The client stays open. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return describe();
    }
}
