package dev.mortise.internal;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockOptions;
import dev.mortise.LockedCall;
import dev.mortise.LockedTask;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A user's lock object: turns each call into an {@link Acquisition} or a {@link Release} and runs it. */
final class NamedLock extends Handle implements DistributedLock {

    private final boolean interruptsOnLoss;
    private final long bargingNanos;

    NamedLock(Engine engine, LocalLock local, LockOptions options) {
        super(
                engine,
                local,
                options.watchdogLease(),
                options.waitStrategy(),
                options.maxHold(),
                options.acknowledgement());
        this.interruptsOnLoss = options.interruptsOnLoss();
        Duration barging = options.barging();
        this.bargingNanos = barging == null ? 0 : barging.toNanos();
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
        BlockingRun.uninterruptibly(new Release(local(), Owner.thread(Thread.currentThread())), engine.time);
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
        return engine.async(byThread(lease, NO_LIMIT), Handle::obtained, engine::releaseUnwanted);
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
        return engine.async(new Release(local(), Owner.thread(Thread.currentThread())), nothing -> null, nothing -> {});
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
    public boolean isHeldByCurrentThread() {
        return local().holdOf(Thread.currentThread()) != null;
    }

    @Override
    public int getHoldCount() {
        LiveHold hold = local().holdOf(Thread.currentThread());
        return hold == null ? 0 : hold.count();
    }

    @Override
    public Duration remainingLease() {
        return Duration.ofMillis(Math.max(0, millisLeft()));
    }

    @Override
    public Optional<Hold> hold() {
        return Optional.ofNullable(local().holdOf(Thread.currentThread()));
    }

    @Override
    long bargingNanos() {
        return bargingNanos;
    }

    @Override
    boolean interruptsOnLoss() {
        return interruptsOnLoss;
    }

    @Override
    LiveHold newHold(Owner owner, LocalGrant grant, long now) {
        return owner.isThread() ? new LiveHold(this, owner, grant, now) : new LiveOwnedHold(this, owner, grant, now);
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

    private static OwnedHold owned(LiveHold hold) {
        return (LiveOwnedHold) hold;
    }

    private static Optional<OwnedHold> maybeOwned(@Nullable LiveHold hold) {
        return hold == null ? Optional.empty() : Optional.of(owned(hold));
    }
}
