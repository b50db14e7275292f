package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long the server keeps a lock, and whether it is kept alive: explicit and ending by itself, explicit and renewed, or
 * the watchdog's. Immutable.
 */
public final class Lease {

    private static final Lease WATCHDOG = new Lease(null, true);

    private final @Nullable Duration length;
    private final boolean renewed;

    private Lease(@Nullable Duration length, boolean renewed) {
        this.length = length;
        this.renewed = renewed;
    }

    /** The node's default lease, renewed by the watchdog every third of it until the lock is released. */
    public static Lease watchdog() {
        return WATCHDOG;
    }

    /**
     * A lease that is not renewed: the lock ends by itself when it is over. Re-entry, and an unlock after which the lock
     * is still held, begin it anew.
     *
     * @throws IllegalArgumentException below {@link Limits#MIN_LEASE} or above {@link Limits#MAX_LEASE}
     */
    public static Lease of(Duration length) {
        Objects.requireNonNull(length, "lease");
        if (length.compareTo(Limits.MIN_LEASE) < 0 || length.compareTo(Limits.MAX_LEASE) > 0) {
            throw new IllegalArgumentException("lease is " + length + ", must be from " + Limits.MIN_LEASE + " to "
                    + Limits.MAX_LEASE + ", or Lease.watchdog()");
        }
        return new Lease(length, false);
    }

    /** As {@link #of(Duration)}; −1 means {@link #watchdog()}, as in the forms that Redisson's users know. */
    public static Lease of(long length, TimeUnit unit) {
        Objects.requireNonNull(unit, "unit");
        if (length == -1) {
            return WATCHDOG;
        }
        long millis = unit.toMillis(length);
        if (millis < Limits.MIN_LEASE.toMillis() || millis > Limits.MAX_LEASE.toMillis()) {
            throw new IllegalArgumentException("lease is " + length + " " + unit + ", must be from " + Limits.MIN_LEASE
                    + " to " + Limits.MAX_LEASE + ", or -1 for the watchdog");
        }
        return new Lease(Duration.ofNanos(unit.toNanos(length)), false);
    }

    /**
     * The same length, kept alive every third of it until the lock is released.
     *
     * @throws IllegalArgumentException when the lease is shorter than {@link Limits#MIN_RENEWED_LEASE}
     */
    public Lease renewed() {
        if (length != null && length.compareTo(Limits.MIN_RENEWED_LEASE) < 0) {
            throw new IllegalArgumentException("lease is " + length + ", too short to be renewed in time: take "
                    + Limits.MIN_RENEWED_LEASE + " or more");
        }
        return renewed ? this : new Lease(length, true);
    }

    /** Its length, or null for the node's default. */
    public @Nullable Duration length() {
        return length;
    }

    /** Whether it is kept alive until the lock is released. */
    public boolean isRenewed() {
        return renewed;
    }

    @Override
    public String toString() {
        return length == null ? "watchdog" : renewed ? length + " renewed" : length.toString();
    }
}
