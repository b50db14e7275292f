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
 * A request on its way, and its reply. Somebody must want the reply for it to move: every call is awaited or given a
 * callback; one whose await ended early is moved on by the I/O thread. One thread at a time may await it.
 */
final class Call implements Reply<Object> {

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final AtomicReferenceFieldUpdater<Call, @Nullable Callback> CALLBACKS =
            AtomicReferenceFieldUpdater.newUpdater(Call.class, Callback.class, "callbacks");

    final Request request;
    final long queuedNanos;
    private final CombiningConnection connection;

    /** The call queued before this one; written before it is queued, then never again. */
    @Nullable
    Call older;

    /** Used by the driver only. */
    @Nullable
    Call newer;

    /** Whether the server did not know the script; used by the driver only. */
    boolean withSource;

    /** The call behind it in the same {@link Batch}; used by the driver only. */
    @Nullable
    Call next;

    /** Whether it may be part of no batch any more; used by the driver only. */
    boolean alone;

    private volatile @Nullable Outcome<Object> outcome;
    private volatile @Nullable Thread waiter;
    private volatile boolean left;
    private boolean waiterMayDrive;
    private volatile @Nullable Callback callbacks;

    private record Callback(
            Executor executor,
            Consumer<Outcome<Object>> consumer,
            @Nullable Callback before) {}

    Call(Request request, CombiningConnection connection, long queuedNanos) {
        this.request = request;
        this.connection = connection;
        this.queuedNanos = queuedNanos;
    }

    @Override
    public Outcome<Object> await(long untilNanos, boolean interruptible) throws InterruptedException {
        Outcome<Object> known = outcome;
        return known != null ? known : await(Thread.currentThread(), untilNanos, interruptible);
    }

    private Outcome<Object> await(Thread me, long untilNanos, boolean interruptible) throws InterruptedException {
        boolean wasInterrupted = false;
        waiterMayDrive = connection.mayDrive(me);
        waiter = me;
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
                long nanosLeft = untilNanos - connection.nanos();
                if (nanosLeft <= 0) {
                    return Outcome.pending();
                }
                if (!waiterMayDrive) {
                    connection.attend();
                } else if (connection.drive(this, untilNanos, interruptible)) {
                    continue;
                }
                if (outcome == null) {
                    LockSupport.parkNanos(connection, nanosLeft);
                }
            }
        } finally {
            waiter = null;
            if (outcome == null) {
                left = true;
                connection.attend();
            }
            if (wasInterrupted) {
                me.interrupt();
            }
        }
    }

    /**
     * {@inheritDoc} The executor is handed the consumer by whichever thread drives; a consumer on a direct executor must
     * not block.
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
            connection.attend();
        }
    }

    /** Once, by whoever has taken it out of the queue or the list of those in flight. */
    void complete(Outcome<Object> result) {
        outcome = result;
        Thread waiting = waiter;
        if (waiting != null && waiting != Thread.currentThread()) {
            LockSupport.unpark(waiting);
        }
        if (callbacks != null) {
            callBack(result);
        }
    }

    boolean isDone() {
        return outcome != null;
    }

    /** Whether somebody waits for it, or has left it to the I/O thread; else its sender is about to do so. */
    boolean isWanted() {
        return waiter != null || left || callbacks != null;
    }

    /** Wakes the waiter so that it drives; false if it has left meanwhile, or may not drive. */
    boolean handOver() {
        Thread waiting = waiter;
        if (waiting == null || !waiterMayDrive) {
            return false;
        }
        LockSupport.unpark(waiting);
        return true;
    }

    private void callBack(Outcome<Object> result) {
        for (Callback each = CALLBACKS.getAndSet(this, null); each != null; each = each.before()) {
            Consumer<Outcome<Object>> consumer = each.consumer();
            try {
                each.executor().execute(() -> consumer.accept(result));
            } catch (RejectedExecutionException e) {
                LOG.debug("the executor of a callback takes no more tasks", e);
            } catch (RuntimeException e) {
                LOG.warn("a callback failed in the thread that drives the connection", e);
            }
        }
    }
}
