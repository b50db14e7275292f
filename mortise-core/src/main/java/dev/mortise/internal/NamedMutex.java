package dev.mortise.internal;

import dev.mortise.Acknowledgement;
import dev.mortise.Lease;
import dev.mortise.LockedTask;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.MutexOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A user's mutex object. Each call is a new owner, an object, so that none re-enters; all else is as with a lock: the same
 * {@link Acquisition}, {@link Release} and {@link Watchdog}.
 */
final class NamedMutex extends Handle implements Mutex {

    NamedMutex(Engine engine, LocalLock local, MutexOptions options) {
        super(
                engine,
                local,
                options.watchdogLease(),
                options.waitStrategy(),
                options.maxHold(),
                Acknowledgement.none());
    }

    @Override
    public Optional<MutexHold> tryAcquire(Lease lease) {
        return maybe(BlockingRun.uninterruptibly(byObject(lease, ONCE), engine.time));
    }

    @Override
    public Optional<MutexHold> tryAcquire(Duration wait, Lease lease) throws InterruptedException {
        return maybe(BlockingRun.interruptibly(byObject(lease, nanos(wait)), engine.time));
    }

    @Override
    public MutexHold acquire(Lease lease) {
        return mine(obtained(BlockingRun.uninterruptibly(byObject(lease, NO_LIMIT), engine.time)));
    }

    @Override
    public CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Lease lease) {
        return engine.async(byObject(lease, ONCE), NamedMutex::maybe, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<Optional<MutexHold>> tryAcquireAsync(Duration wait, Lease lease) {
        return engine.async(byObject(lease, nanos(wait)), NamedMutex::maybe, engine::releaseUnwanted);
    }

    @Override
    public CompletableFuture<MutexHold> acquireAsync(Lease lease) {
        return engine.async(byObject(lease, NO_LIMIT), hold -> mine(obtained(hold)), engine::releaseUnwanted);
    }

    @Override
    public <X extends Exception> boolean runOnce(Duration lease, LockedTask<X> task) throws X {
        Objects.requireNonNull(task, "task");
        LiveHold hold = BlockingRun.uninterruptibly(byObject(Lease.of(lease), ONCE), engine.time);
        if (hold == null) {
            return false;
        }
        try {
            task.run(hold);
        } catch (Throwable thrown) {
            try {
                mine(hold).release();
            } catch (RuntimeException notReleased) {
                thrown.addSuppressed(notReleased);
            }
            throw thrown;
        }
        if (hasWholeLease(hold)) {
            local().leftToLease(hold);
        }
        return true;
    }

    @Override
    LiveHold newHold(Owner owner, LocalGrant grant, long now) {
        return new LiveMutexHold(this, owner, grant, now);
    }

    @Override
    boolean interruptsOnLoss() {
        return false;
    }

    /** A lease above the watchdog's is asked for in two steps; until the second is done the watchdog must go on with it. */
    private boolean hasWholeLease(LiveHold hold) {
        long lease = hold.grant.leaseMillis;
        return lease <= watchdogMillis() || hold.grant.deadline - Deadlines.after(hold.since, lease) >= 0;
    }

    private static MutexHold mine(LiveHold hold) {
        return (LiveMutexHold) hold;
    }

    private static Optional<MutexHold> maybe(@Nullable LiveHold hold) {
        return hold == null ? Optional.empty() : Optional.of(mine(hold));
    }
}
