package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reply that its driver completes once the server has answered, or the connection is lost. Who awaits it is parked until
 * then, unless a subclass has work for it meanwhile or it is one of a {@link Crowd}. One thread at a time may await it.
 */
public abstract class PendingReply implements Reply<Object> {

    /** A time that does not come; whoever waits for it needs no timer. */
    static final long NEVER = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(PendingReply.class);
    private static final AtomicReferenceFieldUpdater<PendingReply, @Nullable Callback> CALLBACKS =
            AtomicReferenceFieldUpdater.newUpdater(PendingReply.class, Callback.class, "callbacks");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<PendingReply, @Nullable Outcome> OUTCOME =
            AtomicReferenceFieldUpdater.newUpdater(PendingReply.class, Outcome.class, "outcome");

    private final @Nullable Crowd crowd;
    private volatile @Nullable Outcome<Object> outcome;
    private volatile @Nullable Thread waiter;
    private volatile @Nullable Callback callbacks;

    private record Callback(
            Executor executor,
            Consumer<Outcome<Object>> consumer,
            @Nullable Callback before) {}

    /** For subclasses. */
    protected PendingReply() {
        this.crowd = null;
    }

    /**
     * For calls of a connection that its callers drive.
     *
     * @param crowd all who await its replies
     */
    PendingReply(Crowd crowd) {
        this.crowd = crowd;
    }

    /** The time that {@link #await} is measured by. */
    protected abstract long nanos();

    @Override
    public Outcome<Object> await(long untilNanos, boolean interruptible) throws InterruptedException {
        Outcome<Object> known = outcome;
        return known != null ? known : await(Thread.currentThread(), untilNanos, interruptible);
    }

    private Outcome<Object> await(Thread me, long untilNanos, boolean interruptible) throws InterruptedException {
        boolean wasInterrupted = false;
        arrives(me);
        waiter = me;
        if (crowd != null) {
            crowd.arrives();
        }
        try {
            for (; ; ) {
                Outcome<Object> known = outcome;
                if (known != null) {
                    return known;
                }
                // parkNanos returns at once while the flag is set: it is cleared, and set again at the end
                if (Thread.interrupted()) {
                    if (interruptible) {
                        throw new InterruptedException();
                    }
                    wasInterrupted = true;
                }
                long nanosLeft = untilNanos == NEVER ? NEVER : untilNanos - nanos();
                if (nanosLeft <= 0) {
                    return Outcome.pending();
                }
                if (!works(untilNanos, interruptible) && outcome == null && !givesWay(untilNanos, interruptible)) {
                    park(nanosLeft);
                }
            }
        } finally {
            waiter = null;
            if (crowd != null) {
                crowd.departs();
            }
            if (outcome == null) {
                leaves();
            }
            if (wasInterrupted) {
                me.interrupt();
            }
        }
    }

    /** Gives way to others that share the connection; true if the thread should look again before it parks. */
    private boolean givesWay(long untilNanos, boolean interruptible) {
        return crowd != null && crowd.brings(() -> outcome != null || works(untilNanos, interruptible));
    }

    private void park(long nanos) {
        if (nanos == NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /**
     * {@inheritDoc} The executor is handed the consumer by the thread that completes the reply; a consumer on a direct
     * executor must not block.
     */
    @Override
    public void then(Executor executor, Consumer<Outcome<Object>> consumer) {
        Callback before;
        do {
            before = callbacks;
        } while (!CALLBACKS.compareAndSet(this, before, new Callback(executor, consumer, before)));
        Outcome<Object> known = outcome;
        if (known != null) {
            callBack(known);
        } else {
            isAsked();
        }
    }

    /** Completes it and wakes whoever waits; false if it was complete already. */
    public final boolean complete(Outcome<Object> result) {
        if (!OUTCOME.compareAndSet(this, null, result)) {
            return false;
        }
        Thread waiting = waiter;
        if (waiting != null && waiting != Thread.currentThread()) {
            LockSupport.unpark(waiting);
        }
        if (callbacks != null) {
            callBack(result);
        }
        return true;
    }

    /** Whether it is complete. */
    public final boolean isDone() {
        return outcome != null;
    }

    final @Nullable Thread waiter() {
        return waiter;
    }

    final boolean hasCallbacks() {
        return callbacks != null;
    }

    /** A thread begins to await it. */
    void arrives(Thread me) {}

    /** Work for the thread that awaits it; true if it should look again before it parks. */
    boolean works(long untilNanos, boolean interruptible) {
        return false;
    }

    /** The thread that awaited it has left before it was complete. */
    void leaves() {}

    /** A callback was given before it was complete. */
    void isAsked() {}

    private void callBack(Outcome<Object> result) {
        for (Callback each = CALLBACKS.getAndSet(this, null); each != null; each = each.before()) {
            Consumer<Outcome<Object>> consumer = each.consumer();
            try {
                each.executor().execute(() -> consumer.accept(result));
            } catch (RejectedExecutionException e) {
                LOG.debug("the executor of a callback takes no more tasks", e);
            } catch (RuntimeException e) {
                LOG.warn("a callback failed in the thread that completed the reply", e);
            }
        }
    }
}
