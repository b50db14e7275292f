package dev.mortise;

import java.time.Duration;

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

    private Limits() {}
}
