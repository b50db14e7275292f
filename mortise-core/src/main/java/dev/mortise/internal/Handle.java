package dev.mortise.internal;

import dev.mortise.Acknowledgement;
import dev.mortise.Lease;
import dev.mortise.LockView;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A user's object for a lock or a mutex: which local lock it is for, and on which terms it is taken. */
abstract class Handle {

    static final long NO_LIMIT = Acquisition.NEVER;
    static final long ONCE = 0;

    final Engine engine;
    private final LocalLock local;
    private final Duration watchdogLease;
    private final WaitStrategy strategy;
    private final long maxHoldNanos;
    private final Acknowledgement acknowledgement;

    /**
     * @param watchdogLease null for the node's
     * @param strategy null for the node's
     * @param maxHold null for no limit
     */
    Handle(
            Engine engine,
            LocalLock local,
            @Nullable Duration watchdogLease,
            @Nullable WaitStrategy strategy,
            @Nullable Duration maxHold,
            Acknowledgement acknowledgement) {
        this.engine = engine;
        this.local = local;
        this.watchdogLease = Objects.requireNonNullElse(watchdogLease, engine.watchdogLease);
        this.strategy = Objects.requireNonNullElse(strategy, engine.waitStrategy);
        this.maxHoldNanos = maxHold == null ? Acquisition.NEVER : maxHold.toNanos();
        this.acknowledgement = acknowledgement;
    }

    /** The hold that a grant gives its owner. */
    abstract LiveHold newHold(Owner owner, LocalGrant grant, long now);

    /** How long others may go past the first in the line of this node; 0 for never. */
    long bargingNanos() {
        return 0;
    }

    /** Whether a loss interrupts the owning thread. */
    abstract boolean interruptsOnLoss();

    public final String name() {
        return local.id.name();
    }

    public final boolean forceUnlock() {
        return engine.question(store -> store.force(local.id), local.id);
    }

    public final boolean isLocked() {
        return millisLeft() != -2;
    }

    public final LockView inspect() {
        return engine.question(store -> store.inspect(local.id), local.id);
    }

    @Override
    public final String toString() {
        return local.id.toString();
    }

    final LocalLock local() {
        return local;
    }

    final WaitStrategy strategy() {
        return strategy;
    }

    final long watchdogMillis() {
        return watchdogLease.toMillis();
    }

    final long maxHoldNanos() {
        return maxHoldNanos;
    }

    /** Who must have a grant before it counts. */
    final Acknowledgement acknowledgement() {
        return acknowledgement;
    }

    /** −1 without an end, −2 when it is free. */
    final long millisLeft() {
        return engine.question(store -> store.millisLeft(local.id), local.id);
    }

    final Acquisition byThread(Lease lease, long waitNanos) {
        return new Acquisition(this, Owner.thread(Thread.currentThread()), plan(lease), waitNanos);
    }

    final Acquisition byObject(Lease lease, long waitNanos) {
        return new Acquisition(this, Owner.object(engine.nextObject()), plan(lease), waitNanos);
    }

    static LiveHold obtained(@Nullable LiveHold hold) {
        return Objects.requireNonNull(hold, "a wait without limit ended without a hold");
    }

    static long nanos(Duration wait) {
        Objects.requireNonNull(wait, "wait");
        try {
            return wait.toNanos();
        } catch (ArithmeticException longerThanCenturies) {
            return wait.isNegative() ? ONCE : NO_LIMIT - 1;
        }
    }

    private LeasePlan plan(Lease lease) {
        return LeasePlan.of(Objects.requireNonNull(lease, "lease"), watchdogLease);
    }
}
