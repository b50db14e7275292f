package dev.mortise.internal;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockOptions;
import dev.mortise.LockView;
import dev.mortise.LockedCall;
import dev.mortise.LockedTask;
import dev.mortise.OwnedHold;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A user's lock object: turns each call into an {@link Acquisition} or a {@link Release} and runs it. */
final class NamedLock implements DistributedLock {

    private static final long NO_LIMIT = Acquisition.NEVER;
    private static final long ONCE = 0;

    private final Engine engine;
    private final LocalLock local;
    private final Duration watchdogLease;
    private final WaitStrategy strategy;
    private final long maxHoldNanos;
    private final boolean interruptsOnLoss;

    NamedLock(Engine engine, LocalLock local, LockOptions options) {
        this.engine = engine;
        this.local = local;
        this.watchdogLease = Objects.requireNonNullElse(options.watchdogLease(), engine.watchdogLease);
        this.strategy = Objects.requireNonNullElse(options.waitStrategy(), engine.waitStrategy);
        Duration maxHold = options.maxHold();
        this.maxHoldNanos = maxHold == null ? Acquisition.NEVER : maxHold.toNanos();
        this.interruptsOnLoss = options.interruptsOnLoss();
    }

    @Override
    public String name() {
        return local.id.name();
    }

    @Override
    public void lock() {
        lock(Lease.watchdog());
    }

    @Override
    public void lock(Lease lease) {
        BlockingRun.uninterruptibly(byThread(lease, NO_LIMIT), engine.time);
    }

    @Override
    public void lockInterruptibly(Lease lease) throws InterruptedException {
        BlockingRun.interruptibly(byThread(lease, NO_LIMIT), engine.time);
    }

    @Override
    public boolean tryLock() {
        return BlockingRun.uninterruptibly(byThread(Lease.watchdog(), ONCE), engine.time) != null;
    }

    @Override
    public boolean tryLock(Duration wait, Lease lease) throws InterruptedException {
        return BlockingRun.interruptibly(byThread(lease, nanos(wait)), engine.time) != null;
    }

    @Override
    public void unlock() {
        BlockingRun.uninterruptibly(new Release(local, Owner.thread(Thread.currentThread())), engine.time);
    }

    @Override
    public <X extends Exception> void run(LockedTask<X> task) throws X {
        Objects.requireNonNull(task, "task");
        Hold hold = obtained(BlockingRun.uninterruptibly(byThread(Lease.watchdog(), NO_LIMIT), engine.time));
        runHolding(hold, task);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(LockedCall<T, X> task) throws X {
        Objects.requireNonNull(task, "task");
        Hold hold = obtained(BlockingRun.uninterruptibly(byThread(Lease.watchdog(), NO_LIMIT), engine.time));
        return callHolding(hold, task);
    }

    @Override
    public <X extends Exception> boolean tryRun(Duration wait, LockedTask<X> task) throws X, InterruptedException {
        Objects.requireNonNull(task, "task");
        Hold hold = BlockingRun.interruptibly(byThread(Lease.watchdog(), nanos(wait)), engine.time);
        if (hold == null) {
            return false;
        }
        runHolding(hold, task);
        return true;
    }

    @Override
    public OwnedHold acquire(Lease lease) {
        return owned(obtained(BlockingRun.uninterruptibly(byObject(lease, NO_LIMIT), engine.time)));
    }

    @Override
    public Optional<OwnedHold> tryAcquire() {
        return maybeOwned(BlockingRun.uninterruptibly(byObject(Lease.watchdog(), ONCE), engine.time));
    }

    @Override
    public Optional<OwnedHold> tryAcquire(Duration wait, Lease lease) throws InterruptedException {
        return maybeOwned(BlockingRun.interruptibly(byObject(lease, nanos(wait)), engine.time));
    }

    @Override
    public CompletableFuture<Hold> lockAsync(Lease lease) {
        return engine.async(byThread(lease, NO_LIMIT), NamedLock::obtained, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<Boolean> tryLockAsync() {
        return engine.async(byThread(Lease.watchdog(), ONCE), hold -> hold != null, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<Boolean> tryLockAsync(Duration wait, Lease lease) {
        return engine.async(byThread(lease, nanos(wait)), hold -> hold != null, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<@Nullable Void> unlockAsync() {
        return engine.async(new Release(local, Owner.thread(Thread.currentThread())), nothing -> null, nothing -> {});
    }

    @Override
    public CompletableFuture<OwnedHold> acquireAsync(Lease lease) {
        return engine.async(byObject(lease, NO_LIMIT), hold -> owned(obtained(hold)), engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<Optional<OwnedHold>> tryAcquireAsync() {
        return engine.async(byObject(Lease.watchdog(), ONCE), NamedLock::maybeOwned, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<Optional<OwnedHold>> tryAcquireAsync(Duration wait, Lease lease) {
        return engine.async(byObject(lease, nanos(wait)), NamedLock::maybeOwned, engine::releaseUnwanted);
    }

    @Override
    public boolean forceUnlock() {
        return engine.question(store -> store.force(local.id), local.id);
    }

    @Override
    public boolean isLocked() {
        long left = engine.question(store -> store.millisLeft(local.id), local.id);
        return left != -2;
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return local.holdOf(Thread.currentThread()) != null;
    }

    @Override
    public int getHoldCount() {
        LiveHold hold = local.holdOf(Thread.currentThread());
        return hold == null ? 0 : hold.count();
    }

    @Override
    public Duration remainingLease() {
        long left = engine.question(store -> store.millisLeft(local.id), local.id);
        return Duration.ofMillis(Math.max(0, left));
    }

    @Override
    public Optional<Hold> hold() {
        return Optional.ofNullable(local.holdOf(Thread.currentThread()));
    }

    @Override
    public LockView inspect() {
        return engine.question(store -> store.inspect(local.id), local.id);
    }

    @Override
    public String toString() {
        return local.id.toString();
    }

    LocalLock local() {
        return local;
    }

    WaitStrategy strategy() {
        return strategy;
    }

    long watchdogMillis() {
        return watchdogLease.toMillis();
    }

    long maxHoldNanos() {
        return maxHoldNanos;
    }

    boolean interruptsOnLoss() {
        return interruptsOnLoss;
    }

    LiveHold newHold(Owner owner, LocalGrant grant, long now) {
        return owner.isThread() ? new LiveHold(this, owner, grant, now) : new LiveOwnedHold(this, owner, grant, now);
    }

    private Acquisition byThread(Lease lease, long waitNanos) {
        return new Acquisition(this, Owner.thread(Thread.currentThread()), plan(lease), waitNanos);
    }

    private Acquisition byObject(Lease lease, long waitNanos) {
        return new Acquisition(this, Owner.object(engine.nextObject()), plan(lease), waitNanos);
    }

    private LeasePlan plan(Lease lease) {
        return LeasePlan.of(Objects.requireNonNull(lease, "lease"), watchdogLease);
    }

    private <X extends Exception> void runHolding(Hold hold, LockedTask<X> task) throws X {
        callHolding(hold, held -> {
            task.run(held);
            return null;
        });
    }

    private <T extends @Nullable Object, X extends Exception> T callHolding(Hold hold, LockedCall<T, X> task) throws X {
        T result;
        try {
            result = task.call(hold);
        } catch (Throwable thrown) {
            try {
                unlock();
            } catch (RuntimeException notReleased) {
                thrown.addSuppressed(notReleased);
            }
            throw thrown;
        }
        unlock();
        return result;
    }

    private static LiveHold obtained(@Nullable LiveHold hold) {
        return Objects.requireNonNull(hold, "a wait without limit ended without a hold");
    }

    private static OwnedHold owned(LiveHold hold) {
        return (LiveOwnedHold) hold;
    }

    private static Optional<OwnedHold> maybeOwned(@Nullable LiveHold hold) {
        return hold == null ? Optional.empty() : Optional.of(owned(hold));
    }

    private static long nanos(Duration wait) {
        Objects.requireNonNull(wait, "wait");
        try {
            return wait.toNanos();
        } catch (ArithmeticException longerThanCenturies) {
            return wait.isNegative() ? ONCE : NO_LIMIT - 1;
        }
    }
}
