package dev.mortise.redis;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way, and its reply. Somebody must want the reply for it to move: every call is awaited or given a
 * callback; one whose await ended early is moved on by the I/O thread.
 */
final class Call extends PendingReply {

    final Request request;

    /** What goes out next, or is under way: the request itself, or what follows it; used by the driver only. */
    Request now;

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

    private volatile boolean left;
    private boolean waiterMayDrive;

    Call(Request request, CombiningConnection connection, long queuedNanos) {
        super(connection.crowd);
        this.request = request;
        this.now = request;
        this.connection = connection;
        this.queuedNanos = queuedNanos;
    }

    @Override
    protected long nanos() {
        return connection.nanos();
    }

    @Override
    void arrives(Thread me) {
        waiterMayDrive = connection.mayDrive(me);
    }

    @Override
    boolean works(long untilNanos, boolean interruptible) {
        if (waiterMayDrive) {
            return connection.drive(this, untilNanos, interruptible);
        }
        connection.attend();
        return false;
    }

    @Override
    void leaves() {
        left = true;
        connection.attend();
    }

    @Override
    void isAsked() {
        connection.attend();
    }

    /** Whether somebody waits for it, or has left it to the I/O thread; else its sender is about to do so. */
    boolean isWanted() {
        return waiter() != null || left || hasCallbacks();
    }

    /** Wakes the waiter so that it drives; false if it has left meanwhile, or may not drive. */
    boolean handOver() {
        Thread waiting = waiter();
        if (waiting == null || !waiterMayDrive) {
            return false;
        }
        LockSupport.unpark(waiting);
        return true;
    }
}
