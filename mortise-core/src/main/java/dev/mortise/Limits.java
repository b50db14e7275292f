package dev.mortise;

import java.time.Duration;
import java.util.Objects;

/** The limits of what a user may ask for; outside them is an {@link IllegalArgumentException}. */
public final class Limits {

    /** The longest name of a lock, in bytes of UTF-8. */
    public static final int NAME_BYTES = 1024;

    /** The shortest lease. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The shortest lease that renewal can keep. */
    public static final Duration MIN_RENEWED_LEASE = Duration.ofMillis(150);

    /** The longest lease. */
    public static final Duration MAX_LEASE = Duration.ofDays(365);

    /** The longest time for which a node may hand a lock on among its own waiters. */
    public static final Duration MAX_SLICE = Duration.ofSeconds(1);

    /** The shortest time in which replicas or disks may have to acknowledge a lock. */
    public static final Duration MIN_ACKNOWLEDGEMENT = Duration.ofMillis(1);

    /** The longest time in which replicas or disks may acknowledge a lock. */
    public static final Duration MAX_ACKNOWLEDGEMENT = Duration.ofMinutes(1);

    /** The shortest time for which threads of a node may go past its first waiter. */
    public static final Duration MIN_BARGING = Duration.ofNanos(1_000);

    /** The longest. */
    public static final Duration MAX_BARGING = Duration.ofSeconds(1);

    private Limits() {}

    static Duration checkedBarging(Duration longest) {
        Objects.requireNonNull(longest, "barging");
        if (longest.compareTo(MIN_BARGING) < 0 || longest.compareTo(MAX_BARGING) > 0) {
            throw new IllegalArgumentException("barging is " + longest + ", must be from " + MIN_BARGING + " to "
                    + MAX_BARGING + "; leave it out to keep the order");
        }
        return longest;
    }

    static Duration checkedAcknowledgement(Duration within) {
        Objects.requireNonNull(within, "within");
        if (within.compareTo(MIN_ACKNOWLEDGEMENT) < 0 || within.compareTo(MAX_ACKNOWLEDGEMENT) > 0) {
            throw new IllegalArgumentException("the time for an acknowledgement is " + within + ", must be from "
                    + MIN_ACKNOWLEDGEMENT + " to " + MAX_ACKNOWLEDGEMENT);
        }
        return within;
    }

    static Duration checkedMaxHold(Duration longest) {
        Objects.requireNonNull(longest, "maxHold");
        if (longest.isNegative() || longest.isZero() || longest.compareTo(MAX_LEASE) > 0) {
            throw new IllegalArgumentException(
                    "maxHold is " + longest + ", must be above zero and at most " + MAX_LEASE);
        }
        return longest;
    }
}
