package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.CombiningLink;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Time;
import java.time.Duration;

/** Sockets of our own to the server of a URI. */
final class UriDriver implements Driver {

    static final int QUIET_MILLIS = 15_000;
    private static final int DEFAULT_LIMIT_MILLIS = 3_000;

    private final RedisUri uri;
    private final int quietMillis;
    private volatile int limitMillis = DEFAULT_LIMIT_MILLIS;

    UriDriver(RedisUri uri) {
        this(uri, QUIET_MILLIS);
    }

    UriDriver(RedisUri uri, int quietMillis) {
        this.uri = uri;
        this.quietMillis = quietMillis;
    }

    @Override
    public String describe() {
        return "Jedis at " + uri;
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        limitMillis = Math.toIntExact(Math.max(1, requestLimit.toMillis()));
        Endpoint endpoint = new Endpoint(uri, limitMillis, threadName);
        return CombiningLink.open(
                describe(), endpoint::connectForReplies, CombiningLink.CONNECTIONS, time, requestLimit, threadName);
    }

    @Override
    public boolean hasLanes() {
        return true;
    }

    @Override
    public Link openLane(Time time, Duration requestLimit, String threadName) {
        Endpoint endpoint = new Endpoint(uri, limitMillis, threadName);
        return CombiningLink.whenNeeded(describe(), endpoint::connect, 1, time, requestLimit, threadName);
    }

    @Override
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        int limit = limitMillis;
        Endpoint endpoint = new Endpoint(uri, limit, threadName);
        return new MessageLoop(
                describe(),
                Channels.classic(channel),
                (channels, readers) -> new SocketSession(endpoint.connect(), channels, readers, limit, quietMillis),
                subscriber,
                threadName,
                limit);
    }

    /** Nothing is left once link and subscriptions are closed. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return describe();
    }
}
