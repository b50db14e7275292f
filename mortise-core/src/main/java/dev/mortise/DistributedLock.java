package dev.mortise;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that at most one owner holds among all nodes on one store. Re-entrant by thread; safe for use by many threads.
 *
 * <p>It looks like a {@link Lock} and differs from one in a single respect: it can be lost. The server keeps a lock for a
 * lease; while its holder lives and reaches the server the watchdog renews it, else it ends and somebody else gets it. A
 * holder that was paused longer than its lease has lost the lock without having done anything. {@link Hold} says what
 * helps against that: {@link Hold#onLost}, {@link Hold#isValid()} and the fencing {@link Hold#token()}.
 *
 * <p><b>Owners.</b> {@code lock}, {@code tryLock} and their async forms belong to the calling thread and are re-entrant;
 * {@code acquire} and its forms belong to the returned object and are not. A thread that holds the lock and calls
 * {@code acquire} gets an {@link IllegalMonitorStateException} instead of a deadlock.
 *
 * <p><b>Waiting.</b> A wait is the whole budget of the call; zero or less tries once. {@code lock} and {@code acquire}
 * ignore interrupts and restore the flag; {@code lockInterruptibly} and the forms with a wait throw
 * {@link InterruptedException} and leave nothing behind.
 *
 * <p><b>Exceptions</b> of all forms: {@link StoreUnavailableException} when the store cannot be reached within the limit
 * or the wait, {@link StoreRefusedException} when it answers with an error, {@link ForeignKeyException} when the key is
 * no lock, {@link MortiseClosedException}, and {@link HoldLostException} when the calling thread held the lock and lost it
 * without having been told before. "Busy" is a return value of the {@code try} forms, never an exception.
 */
public interface DistributedLock extends Lock {

    /** The name of the lock. */
    String name();

    /** Waits for the lock; the watchdog keeps it until {@link #unlock()}. */
    @Override
    void lock();

    /** Waits for the lock and takes it with that lease. */
    void lock(Lease lease);

    /** Waits for the lock; it ends by itself after the lease. */
    default void lock(Duration lease) {
        lock(Lease.of(lease));
    }

    /** Waits for the lock; it ends by itself after the lease, or with −1 is kept by the watchdog. */
    default void lock(long lease, TimeUnit unit) {
        lock(Lease.of(lease, unit));
    }

    /** As {@link #lock()}, but an interrupt ends the wait. */
    @Override
    default void lockInterruptibly() throws InterruptedException {
        lockInterruptibly(Lease.watchdog());
    }

    /** As {@link #lock(Lease)}, but an interrupt ends the wait. */
    void lockInterruptibly(Lease lease) throws InterruptedException;

    /** As {@link #lock(Duration)}, but an interrupt ends the wait. */
    default void lockInterruptibly(Duration lease) throws InterruptedException {
        lockInterruptibly(Lease.of(lease));
    }

    /** As {@link #lock(long, TimeUnit)}, but an interrupt ends the wait. */
    default void lockInterruptibly(long lease, TimeUnit unit) throws InterruptedException {
        lockInterruptibly(Lease.of(lease, unit));
    }

    /** Takes the lock if it is free now: one question to the store, or none. */
    @Override
    boolean tryLock();

    /** Takes the lock if it becomes free within the wait; the watchdog keeps it. */
    @Override
    default boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofNanos(unit.toNanos(wait)), Lease.watchdog());
    }

    /** Takes the lock if it becomes free within the wait; the watchdog keeps it. */
    default boolean tryLock(Duration wait) throws InterruptedException {
        return tryLock(wait, Lease.watchdog());
    }

    /** Takes the lock with that lease if it becomes free within the wait. */
    boolean tryLock(Duration wait, Lease lease) throws InterruptedException;

    /** Takes the lock if it becomes free within the wait; it ends by itself after the lease. */
    default boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
        return tryLock(wait, Lease.of(lease));
    }

    /** Takes the lock if it becomes free within the wait; a lease of −1 means the watchdog. */
    default boolean tryLock(long wait, long lease, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofNanos(unit.toNanos(wait)), Lease.of(lease, unit));
    }

    /**
     * Leaves the lock once; the last time releases it and waits for the store's word. Afterwards {@link #getHoldCount()}
     * is above 0 when it is still held, and 0 when it was released; listeners are told {@link LockEvent.StillHeld},
     * {@link LockEvent.Released} or {@link LockEvent.NotHeld}.
     *
     * @throws HoldLostException when the hold was lost before
     * @throws IllegalMonitorStateException when the calling thread does not hold the lock
     */
    @Override
    void unlock();

    /** Not supported. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions: signal through your own data, "
                + "a queue or a topic, and take the lock to check it");
    }

    /**
     * Runs a task with the lock held by this thread, and releases it whatever happens. What the task throws is thrown; a
     * failure to release is added to it as suppressed, or thrown when the task had none.
     */
    <X extends Exception> void run(LockedTask<X> task) throws X;

    /** As {@link #run}, with a result. */
    <T extends @Nullable Object, X extends Exception> T call(LockedCall<T, X> task) throws X;

    /** As {@link #run} if the lock becomes free within the wait: whether the task was run. */
    <X extends Exception> boolean tryRun(Duration wait, LockedTask<X> task) throws X, InterruptedException;

    /** Waits for the lock on behalf of the returned object; the watchdog keeps it. */
    default OwnedHold acquire() {
        return acquire(Lease.watchdog());
    }

    /** Waits for the lock with that lease on behalf of the returned object. */
    OwnedHold acquire(Lease lease);

    /** Takes the lock on behalf of the returned object if it is free now. */
    Optional<OwnedHold> tryAcquire();

    /** Takes the lock on behalf of the returned object if it becomes free within the wait; the watchdog keeps it. */
    default Optional<OwnedHold> tryAcquire(Duration wait) throws InterruptedException {
        return tryAcquire(wait, Lease.watchdog());
    }

    /** Takes the lock with that lease on behalf of the returned object if it becomes free within the wait. */
    Optional<OwnedHold> tryAcquire(Duration wait, Lease lease) throws InterruptedException;

    /** Gets the lock for the thread that calls this, which alone may unlock it. Cancelling leaves nothing behind. */
    default CompletableFuture<Hold> lockAsync() {
        return lockAsync(Lease.watchdog());
    }

    /** As {@link #lockAsync()}, with that lease. */
    CompletableFuture<Hold> lockAsync(Lease lease);

    /** As {@link #lockAsync()}, with a lease that ends by itself. */
    default CompletableFuture<Hold> lockAsync(Duration lease) {
        return lockAsync(Lease.of(lease));
    }

    /** As {@link #lockAsync()}, with a lease that ends by itself, or with −1 is kept by the watchdog. */
    default CompletableFuture<Hold> lockAsync(long lease, TimeUnit unit) {
        return lockAsync(Lease.of(lease, unit));
    }

    /** Takes the lock for the calling thread if it is free now. */
    CompletableFuture<Boolean> tryLockAsync();

    /** Takes the lock for the calling thread if it becomes free within the wait. */
    default CompletableFuture<Boolean> tryLockAsync(Duration wait) {
        return tryLockAsync(wait, Lease.watchdog());
    }

    /** Takes the lock for the calling thread if it becomes free within the wait. */
    default CompletableFuture<Boolean> tryLockAsync(long wait, TimeUnit unit) {
        return tryLockAsync(Duration.ofNanos(unit.toNanos(wait)), Lease.watchdog());
    }

    /** Takes the lock with that lease for the calling thread if it becomes free within the wait. */
    CompletableFuture<Boolean> tryLockAsync(Duration wait, Lease lease);

    /** Takes the lock for the calling thread if it becomes free within the wait; it ends by itself after the lease. */
    default CompletableFuture<Boolean> tryLockAsync(Duration wait, Duration lease) {
        return tryLockAsync(wait, Lease.of(lease));
    }

    /** As {@link #tryLockAsync(Duration, Lease)}; a lease of −1 means the watchdog. */
    default CompletableFuture<Boolean> tryLockAsync(long wait, long lease, TimeUnit unit) {
        return tryLockAsync(Duration.ofNanos(unit.toNanos(wait)), Lease.of(lease, unit));
    }

    /** As {@link #unlock()} for the calling thread; the future ends with the exceptions of {@link #unlock()}. */
    CompletableFuture<@Nullable Void> unlockAsync();

    /** Gets the lock on behalf of the object in the future. */
    default CompletableFuture<OwnedHold> acquireAsync() {
        return acquireAsync(Lease.watchdog());
    }

    /** As {@link #acquireAsync()}, with that lease. */
    CompletableFuture<OwnedHold> acquireAsync(Lease lease);

    /** Takes the lock on behalf of the object in the future if it is free now. */
    CompletableFuture<Optional<OwnedHold>> tryAcquireAsync();

    /** Takes the lock on behalf of the object in the future if it becomes free within the wait. */
    default CompletableFuture<Optional<OwnedHold>> tryAcquireAsync(Duration wait) {
        return tryAcquireAsync(wait, Lease.watchdog());
    }

    /** As {@link #tryAcquireAsync(Duration)}, with that lease. */
    CompletableFuture<Optional<OwnedHold>> tryAcquireAsync(Duration wait, Lease lease);

    /**
     * Ends whatever hold there is, of any node: whether there was one. Its owner is told that it is lost, and the next
     * token is higher. Also removes a foreign key or one without TTL.
     */
    boolean forceUnlock();

    /** Whether somebody holds the lock, by the store's word. */
    boolean isLocked();

    /** Whether the calling thread holds the lock and has not lost it; asks nobody. */
    boolean isHeldByCurrentThread();

    /** How often the calling thread has entered and not left; 0 when it does not hold the lock or lost it. */
    int getHoldCount();

    /** How long the store keeps the present hold of any owner unless renewed; zero when the lock is free. */
    Duration remainingLease();

    /** The calling thread's hold, if it has one that is not lost. */
    Optional<Hold> hold();

    /** Who holds the lock, since when, and who waits. */
    LockView inspect();
}
