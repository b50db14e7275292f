package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one lock differs from the node's defaults. Immutable; begin with {@link #defaults()}. */
public final class LockOptions {

    private static final LockOptions DEFAULTS = new LockOptions(null, null, null, false, null, Acknowledgement.none());

    private final @Nullable Duration watchdogLease;
    private final @Nullable WaitStrategy waitStrategy;
    private final @Nullable Duration maxHold;
    private final boolean interruptsOnLoss;
    private final @Nullable Duration barging;
    private final Acknowledgement acknowledgement;

    private LockOptions(
            @Nullable Duration watchdogLease,
            @Nullable WaitStrategy waitStrategy,
            @Nullable Duration maxHold,
            boolean interruptsOnLoss,
            @Nullable Duration barging,
            Acknowledgement acknowledgement) {
        this.watchdogLease = watchdogLease;
        this.waitStrategy = waitStrategy;
        this.maxHold = maxHold;
        this.interruptsOnLoss = interruptsOnLoss;
        this.barging = barging;
        this.acknowledgement = acknowledgement;
    }

    /** The node's defaults. */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /** The lease that the watchdog gives and renews for this lock. */
    public LockOptions watchdogLease(Duration lease) {
        return new LockOptions(
                Lease.of(lease).renewed().length(), waitStrategy, maxHold, interruptsOnLoss, barging, acknowledgement);
    }

    /** How waiters of this lock learn that it is free. */
    public LockOptions waitStrategy(WaitStrategy strategy) {
        return new LockOptions(
                watchdogLease,
                Objects.requireNonNull(strategy, "strategy"),
                maxHold,
                interruptsOnLoss,
                barging,
                acknowledgement);
    }

    /** The longest time one hold is kept alive: after it renewal stops, and the hold is lost when its lease ends. */
    public LockOptions maxHold(Duration longest) {
        return new LockOptions(
                watchdogLease,
                waitStrategy,
                Limits.checkedMaxHold(longest),
                interruptsOnLoss,
                barging,
                acknowledgement);
    }

    /** Interrupts the owning thread when its hold is lost. */
    public LockOptions interruptOnLoss() {
        return new LockOptions(watchdogLease, waitStrategy, maxHold, true, barging, acknowledgement);
    }

    /**
     * Lets threads of this node go past the first of its waiters, for that long at the most, as long as the node keeps the lock:
     * whoever runs takes it, instead of one that must be woken. Much faster when many threads of a node want one lock for a moment,
     * and not in order. Between nodes nothing changes. Without it the first waiter is next.
     *
     * @throws IllegalArgumentException below a microsecond or above a second
     */
    public LockOptions barging(Duration longest) {
        return new LockOptions(
                watchdogLease,
                waitStrategy,
                maxHold,
                interruptsOnLoss,
                Limits.checkedBarging(longest),
                acknowledgement);
    }

    /** Who must have this lock, beside the server, before a call returns with it; nobody by default. */
    public LockOptions acknowledgement(Acknowledgement asked) {
        return new LockOptions(
                watchdogLease,
                waitStrategy,
                maxHold,
                interruptsOnLoss,
                barging,
                Objects.requireNonNull(asked, "acknowledgement"));
    }

    /** The watchdog's lease, or null for the node's. */
    public @Nullable Duration watchdogLease() {
        return watchdogLease;
    }

    /** The wait strategy, or null for the node's. */
    public @Nullable WaitStrategy waitStrategy() {
        return waitStrategy;
    }

    /** The longest time a hold is kept alive, or null for no limit. */
    public @Nullable Duration maxHold() {
        return maxHold;
    }

    /** Whether the owning thread is interrupted when its hold is lost. */
    public boolean interruptsOnLoss() {
        return interruptsOnLoss;
    }

    /** How long threads of this node may go past the first waiter, or null for never. */
    public @Nullable Duration barging() {
        return barging;
    }

    /** Who must have this lock before a call returns with it. */
    public Acknowledgement acknowledgement() {
        return acknowledgement;
    }
}
