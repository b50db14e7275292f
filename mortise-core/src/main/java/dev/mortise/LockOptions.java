package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one lock differs from the node's defaults. Immutable; begin with {@link #defaults()}. */
public final class LockOptions {

    private static final LockOptions DEFAULTS = new LockOptions(null, null, null, false);

    private final @Nullable Duration watchdogLease;
    private final @Nullable WaitStrategy waitStrategy;
    private final @Nullable Duration maxHold;
    private final boolean interruptsOnLoss;

    private LockOptions(
            @Nullable Duration watchdogLease,
            @Nullable WaitStrategy waitStrategy,
            @Nullable Duration maxHold,
            boolean interruptsOnLoss) {
        this.watchdogLease = watchdogLease;
        this.waitStrategy = waitStrategy;
        this.maxHold = maxHold;
        this.interruptsOnLoss = interruptsOnLoss;
    }

    /** The node's defaults. */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /** The lease that the watchdog gives and renews for this lock. */
    public LockOptions watchdogLease(Duration lease) {
        return new LockOptions(Lease.of(lease).renewed().length(), waitStrategy, maxHold, interruptsOnLoss);
    }

    /** How waiters of this lock learn that it is free. */
    public LockOptions waitStrategy(WaitStrategy strategy) {
        return new LockOptions(watchdogLease, Objects.requireNonNull(strategy, "strategy"), maxHold, interruptsOnLoss);
    }

    /** The longest time one hold is kept alive: after it renewal stops, and the hold is lost when its lease ends. */
    public LockOptions maxHold(Duration longest) {
        return new LockOptions(watchdogLease, waitStrategy, Limits.checkedMaxHold(longest), interruptsOnLoss);
    }

    /** Interrupts the owning thread when its hold is lost. */
    public LockOptions interruptOnLoss() {
        return new LockOptions(watchdogLease, waitStrategy, maxHold, true);
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
}
