package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Scripts and messages over a Lettuce client. */
final class LettuceDriver implements Driver {

    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String server;
    private final boolean tls;
    private final Client.Factory clients;
    private final long quietNanos;
    private volatile @Nullable Dialer dialer;

    LettuceDriver(String server, boolean tls, Client.Factory clients) {
        this(server, tls, clients, QUIET_NANOS);
    }

    /**
     * @param quietNanos how long a subscription may hear nothing before it is pinged
     */
    LettuceDriver(String server, boolean tls, Client.Factory clients, long quietNanos) {
        this.server = server;
        this.tls = tls;
        this.clients = clients;
        this.quietNanos = quietNanos;
    }

    LettuceDriver pingedAfter(long nanos) {
        return new LettuceDriver(server, tls, clients, nanos);
    }

    @Override
    public String describe() {
        return server;
    }

    @Override
    public Link open(Time time, Duration requestLimit, String threadName) {
        Dialer made = new Dialer(server, tls, clients.make(requestLimit, threadName), time, requestLimit);
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
    public Subscription listen(String channel, Subscriber subscriber, String threadName) {
        Dialer open = dialer;
        if (open == null) {
            throw new IllegalStateException("the link is opened first");
        }
        return new LettuceSubscription(open, channel, subscriber, threadName, quietNanos);
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
