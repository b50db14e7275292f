package dev.mortise.lettuce;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Scripts and messages over Lettuce. {@link LettuceStore} makes those of a client or a URI. */
public final class LettuceDriver implements Driver {

    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String server;
    private final boolean tls;
    private final LettuceConnections.Factory connections;
    private final long quietNanos;
    private volatile @Nullable Dialer dialer;

    /**
     * Over those connections.
     *
     * @param server as a person would name it, without secrets
     * @param tls whether TLS is spoken, for what is told when no connection can be made
     */
    public LettuceDriver(String server, boolean tls, LettuceConnections.Factory connections) {
        this(server, tls, connections, QUIET_NANOS);
    }

    private LettuceDriver(String server, boolean tls, LettuceConnections.Factory connections, long quietNanos) {
        this.server = server;
        this.tls = tls;
        this.connections = connections;
        this.quietNanos = quietNanos;
    }

    /** The same driver, with subscriptions that are pinged when they have heard nothing for that long. */
    public LettuceDriver pingedAfter(long nanos) {
        return new LettuceDriver(server, tls, connections, nanos);
    }

    @Override
    public String describe() {
        return server;
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        Dialer made = new Dialer(server, tls, connections.make(requestLimit, threadName), time, requestLimit);
        try {
            Link link = LettuceLink.open(made);
            dialer = made;
            return link;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    @Override
    public boolean hasLanes() {
        return true;
    }

    @Override
    public Link openLane(Time time, Duration requestLimit, String threadName) {
        return LettuceLink.whenNeeded(opened());
    }

    @Override
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        return new LettuceSubscription(opened(), Channels.classic(channel), subscriber, threadName, quietNanos);
    }

    private Dialer opened() {
        Dialer open = dialer;
        if (open == null) {
            throw new IllegalStateException("the link is opened first");
        }
        return open;
    }

    @Override
    public void close() {
        Dialer open = dialer;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public String toString() {
        return server;
    }
}
