package dev.mortise;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The plain lock on a single key: {@code SET key value NX PX lease} takes it, comparing and deleting releases it. The
 * same format as the locks of redis-py, redsync and node-redlock on one server, so that programs in other languages
 * exclude us and we them; {@link MutexOptions#bareName()} lets them share a key. Safe for use by many threads.
 *
 * <p>Take {@link DistributedLock} instead unless you need that format, or nothing but "one of us at a time": a mutex is not
 * re-entrant, and its format has no room for a fencing token, so that nothing can refuse the late write of a holder that
 * was paused past its lease. The two do not share a key: a name may be used for both.
 *
 * <p><b>Owners.</b> A mutex belongs to the {@link MutexHold} that is returned, not to a thread. A thread that holds it and
 * tries again is refused like anybody else.
 *
 * <p><b>Waiting</b> is as with {@link DistributedLock}: woken by a message, or by polling with an interval and a most number
 * of tries ({@link MutexOptions#waitStrategy}). A wait is the whole budget of the call; zero or less tries once. While a
 * program of another kind holds the mutex nobody tells of its release, so waiters look ten times a second. {@code acquire}
 * ignores interrupts and restores the flag; the forms with a wait throw {@link InterruptedException} and leave nothing
 * behind.
 *
 * <p><b>Exceptions</b> of all forms: {@link StoreUnavailableException} when the store cannot be reached within the limit or
 * the wait, {@link StoreRefusedException} when it answers with an error, {@link ForeignKeyException} when the key is of
 * another type, {@link MortiseClosedException}. "Busy" is an empty result of the {@code try} forms, never an exception.
 */
public interface Mutex {

    /** The name of the mutex. */
    String name();

    /** Takes the mutex with that lease if it is free now. */
    Optional<MutexHold> tryAcquire(Lease lease);

    /** Takes the mutex if it is free now; it ends by itself after the lease. */
    default Optional<MutexHold> tryAcquire(Duration lease) {
        return tryAcquire(Lease.of(lease));
    }

    /** Takes the mutex with that lease if it becomes free within the wait, and before the tries run out if they are limited. */
    Optional<MutexHold> tryAcquire(Duration wait, Lease lease) throws InterruptedException;

    /** As {@link #tryAcquire(Duration, Lease)}; it ends by itself after the lease. */
    default Optional<MutexHold> tryAcquire(Duration wait, Duration lease) throws InterruptedException {
        return tryAcquire(wait, Lease.of(lease));
    }

    /**
     * Waits for the mutex and takes it with that lease.
     *
     * @throws TriesExhaustedException when the wait strategy limits the tries and they ran out
     */
    MutexHold acquire(Lease lease);

    /** As {@link #acquire(Lease)}; it ends by itself after the lease. */
    default MutexHold acquire(Duration lease) {
        return acquire(Lease.of(lease));
    }

    /** As {@link #tryAcquire(Lease)}. Cancelling leaves nothing behind, as with all async forms. */
    CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Lease lease);

    /** As {@link #tryAcquire(Duration)}. */
    default CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Duration lease) {
        return tryAcquireAsync(Lease.of(lease));
    }

    /** As {@link #tryAcquire(Duration, Lease)}. */
    CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Duration wait, Lease lease);

    /** As {@link #tryAcquire(Duration, Duration)}. */
    default CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Duration wait, Duration lease) {
        return tryAcquireAsync(wait, Lease.of(lease));
    }

    /** As {@link #acquire(Lease)}. */
    CompletableFuture<MutexHold> acquireAsync(Lease lease);

    /** As {@link #acquire(Duration)}. */
    default CompletableFuture<MutexHold> acquireAsync(Duration lease) {
        return acquireAsync(Lease.of(lease));
    }

    /**
     * Runs a task if the mutex is free now, at most once in a lease over all nodes: after a task that ended well the mutex is
     * kept until the lease is over, so that a node whose timer fires a little later does not run it again. A task that throws
     * releases it, so that another may try. The lease is not renewed: make it longer than the task takes, and shorter than
     * the time between two runs.
     *
     * @return whether the task ran here
     * @throws X what the task throws; a failure to release is added to it as suppressed
     */
    <X extends Exception> boolean runOnce(Duration lease, LockedTask<X> task) throws X;

    /** Ends whatever hold there is, of any node or program: whether there was one. A holder that is a node is told. */
    boolean forceUnlock();

    /** Whether somebody holds the mutex, by the store's word. */
    boolean isLocked();

    /** Who holds the mutex, and who waits. The holder has no token, and it is not known since when it holds. */
    LockView inspect();
}
