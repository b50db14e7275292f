package dev.mortise.lettuce;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Outage;
import dev.mortise.spi.Time;
import java.io.EOFException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a subscription alive until it is closed: connects, listens, pauses, connects again. It has no thread: Lettuce's
 * event loop tells what comes, the store's timer does the rest. No lock is held while the subscriber is told something.
 */
final class LettuceSubscription implements Driver.Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(LettuceSubscription.class);
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    final Dialer dialer;
    final Driver.Subscriber subscriber;
    final long quietNanos;
    private final String name;
    private final Outage outage;
    private final ReentrantLock lock = new ReentrantLock();
    private final Channels channels;
    private @Nullable CompletableFuture<?> dialing;
    private Time.@Nullable Timer redial;
    private volatile @Nullable Ear ear;
    private volatile boolean closed;
    private volatile long pauseMillis = SHORTEST_PAUSE_MILLIS;

    LettuceSubscription(Dialer dialer, Channels channels, Driver.Subscriber subscriber, String name, long quietNanos) {
        this.dialer = dialer;
        this.subscriber = subscriber;
        this.name = name;
        this.quietNanos = quietNanos;
        this.outage = new Outage(LOG, "the subscription over " + dialer.server, dialer.time::nanos);
        this.channels = channels;
        dial();
    }

    @Override
    public void add(String channel) {
        match(channels.add(channel));
    }

    @Override
    public void remove(String channel) {
        match(channels.remove(channel));
    }

    private void match(boolean changed) {
        Ear listening = ear;
        if (changed && listening != null) {
            listening.match();
        }
    }

    @Override
    public void reconnect() {
        Ear listening = ear;
        if (listening != null) {
            listening.leave(new EOFException("the connection was given up for another server"));
        }
    }

    @Override
    public void close() {
        CompletableFuture<?> attempt;
        Time.Timer timer;
        Ear listening;
        lock.lock();
        try {
            closed = true;
            attempt = dialing;
            timer = redial;
            listening = ear;
        } finally {
            lock.unlock();
        }
        if (attempt != null) {
            attempt.cancel(false);
        }
        if (timer != null) {
            timer.cancel();
        }
        if (listening != null) {
            listening.leave(closed());
            listening
                    .closed()
                    .completeOnTimeout(null, dialer.limitNanos, TimeUnit.NANOSECONDS)
                    .join();
        }
    }

    private static Throwable closed() {
        return new CancellationException("the subscription was closed");
    }

    boolean isClosed() {
        return closed;
    }

    /** A channel was confirmed. */
    void works() {
        pauseMillis = SHORTEST_PAUSE_MILLIS;
        outage.over();
    }

    /** A connection could not be made or was lost; it is tried again after a pause. */
    void failed(Throwable cause) {
        if (closed) {
            return;
        }
        outage.lost(cause);
        long pause = pauseMillis;
        pauseMillis = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        long millis = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
        Time.Timer timer =
                dialer.time.schedule(dialer.time.nanos() + TimeUnit.MILLISECONDS.toNanos(millis), this::dial);
        lock.lock();
        try {
            redial = timer;
        } finally {
            lock.unlock();
        }
    }

    private void dial() {
        if (closed) {
            return;
        }
        var attempt = dialer.connectPubSub(name, channels.first());
        lock.lock();
        try {
            dialing = attempt;
        } finally {
            lock.unlock();
        }
        attempt.whenComplete((made, failure) -> {
            if (failure == null) {
                listen(new Ear(made, this, channels));
            } else {
                failed(failure);
            }
        });
        if (closed) {
            attempt.cancel(false);
        }
    }

    private void listen(Ear made) {
        ear = made;
        if (closed) {
            made.leave(closed());
        } else {
            made.match();
        }
    }
}
