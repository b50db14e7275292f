package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Releases that a quorum owes to its masters: each is sent until it is answered, or until the lease has ended what it
 * would release. Nobody waits for them.
 */
final class Debts {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Time time;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean closed;

    Debts(Time time) {
        this.time = time;
    }

    /** Sends a release to a master. */
    void release(Member member, Request request, long leaseMillis) {
        send(member, request, time.nanos() + TimeUnit.MILLISECONDS.toNanos(leaseMillis));
    }

    /** A release was sent to so many masters: {@link #answered} is to be called for each. */
    void sent(int masters) {
        underWay.addAndGet(masters);
    }

    private void send(Member member, Request request, long until) {
        underWay.incrementAndGet();
        member.send(request).then(Runnable::run, outcome -> answered(member, request, until, outcome));
    }

    /**
     * A master has answered a release, or not.
     *
     * @param until when the lease has ended what it would release
     */
    void answered(Member member, Request request, long until, Outcome<?> outcome) {
        underWay.decrementAndGet();
        long next = time.nanos() + RETRY_NANOS;
        if (outcome instanceof Outcome.Failed && next - until < 0 && !closed) {
            time.schedule(next, () -> send(member, request, until));
        }
    }

    /** Lets those end that are under way, for as long as a master may take to answer. */
    void close(long limitNanos) {
        closed = true;
        long end = System.nanoTime() + limitNanos;
        boolean interrupted = false;
        while (underWay.get() > 0 && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
