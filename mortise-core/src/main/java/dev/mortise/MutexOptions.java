package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one mutex differs from the node's defaults. Immutable; begin with {@link #defaults()}. */
public final class MutexOptions {

    private static final MutexOptions DEFAULTS = new MutexOptions(null, null, null, false);

    private final @Nullable Duration watchdogLease;
    private final @Nullable WaitStrategy waitStrategy;
    private final @Nullable Duration maxHold;
    private final boolean bareName;

    private MutexOptions(
            @Nullable Duration watchdogLease,
            @Nullable WaitStrategy waitStrategy,
            @Nullable Duration maxHold,
            boolean bareName) {
        this.watchdogLease = watchdogLease;
        this.waitStrategy = waitStrategy;
        this.maxHold = maxHold;
        this.bareName = bareName;
    }

    /** The node's defaults. */
    public static MutexOptions defaults() {
        return DEFAULTS;
    }

    /** The lease that the watchdog gives and renews for this mutex. */
    public MutexOptions watchdogLease(Duration lease) {
        return new MutexOptions(Lease.of(lease).renewed().length(), waitStrategy, maxHold, bareName);
    }

    /** How waiters of this mutex learn that it is free. */
    public MutexOptions waitStrategy(WaitStrategy strategy) {
        return new MutexOptions(watchdogLease, Objects.requireNonNull(strategy, "strategy"), maxHold, bareName);
    }

    /** The longest time one hold is kept alive: after it renewal stops, and the hold is lost when its lease ends. */
    public MutexOptions maxHold(Duration longest) {
        return new MutexOptions(watchdogLease, waitStrategy, Limits.checkedMaxHold(longest), bareName);
    }

    /**
     * The name is the key, without prefix and encoding, as programs in other languages name theirs. Not the same mutex as
     * the one of that name without this option; all nodes that share it must use it.
     */
    public MutexOptions bareName() {
        return new MutexOptions(watchdogLease, waitStrategy, maxHold, true);
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

    /** Whether the name is the key. */
    public boolean hasBareName() {
        return bareName;
    }
}
