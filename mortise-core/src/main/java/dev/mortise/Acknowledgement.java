package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who must have a lock, beside the server that grants it, before a call returns with it: nobody, a number of replicas, or
 * all of them, in memory or on disk. A lock that is not acknowledged within the time is released, and the call throws {@link
 * NotAcknowledgedException}. Immutable.
 *
 * <p>It is about taking the lock. Renewals and releases are not acknowledged; re-entry needs nothing more. It makes the loss
 * of a lock by a failover rarer, not impossible: docs/guarantees.md says why.
 */
public final class Acknowledgement {

    private static final int ALL = -1;
    private static final Acknowledgement NONE = new Acknowledgement(0, false, Duration.ZERO);

    private final int count;
    private final boolean onDisk;
    private final Duration within;

    private Acknowledgement(int count, boolean onDisk, Duration within) {
        this.count = count;
        this.onDisk = onDisk;
        this.within = within;
    }

    /** The server's own word is enough. */
    public static Acknowledgement none() {
        return NONE;
    }

    /**
     * That many replicas have it.
     *
     * @throws IllegalArgumentException when the number is below one, or the time below {@link Limits#MIN_ACKNOWLEDGEMENT} or
     *     above {@link Limits#MAX_ACKNOWLEDGEMENT}
     */
    public static Acknowledgement byReplicas(int count, Duration within) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of replicas is " + count + ", must be one or more");
        }
        return new Acknowledgement(count, false, Limits.checkedAcknowledgement(within));
    }

    /** All replicas that are connected to the server have it, at least one. The time as in {@link #byReplicas}. */
    public static Acknowledgement byAllReplicas(Duration within) {
        return new Acknowledgement(ALL, false, Limits.checkedAcknowledgement(within));
    }

    /** It is on the server's own disk, whatever replicas have. The time as in {@link #byReplicas}. */
    public static Acknowledgement byDisk(Duration within) {
        return new Acknowledgement(0, true, Limits.checkedAcknowledgement(within));
    }

    /** The same replicas, which must have it on disk, and the server as well. */
    public Acknowledgement onDisk() {
        return isNone() || onDisk ? this : new Acknowledgement(count, true, within);
    }

    /** The same, in a shorter time if this one is longer. */
    public Acknowledgement atMost(Duration time) {
        return isNone() || within.compareTo(time) <= 0 ? this : new Acknowledgement(count, onDisk, time);
    }

    /** Whether nothing is asked for. */
    public boolean isNone() {
        return count == 0 && !onDisk;
    }

    /** Whether all connected replicas are asked for. */
    public boolean isByAll() {
        return count == ALL;
    }

    /** How many replicas are asked for; zero for none or all. */
    public int replicas() {
        return Math.max(0, count);
    }

    /** Whether it must be on disk. */
    public boolean isOnDisk() {
        return onDisk;
    }

    /** How long it may take. */
    public Duration within() {
        return within;
    }

    /** Whether a lock that was acknowledged so is acknowledged as the other asks for; the time does not matter any more. */
    public boolean covers(Acknowledgement other) {
        return other.isNone() || (other.count == count && (onDisk || !other.onDisk));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Acknowledgement that
                && that.count == count
                && that.onDisk == onDisk
                && that.within.equals(within);
    }

    @Override
    public int hashCode() {
        return Objects.hash(count, onDisk, within);
    }

    @Override
    public String toString() {
        if (isNone()) {
            return "no acknowledgement";
        }
        String replicas = count == ALL ? "all replicas" : count + (count == 1 ? " replica" : " replicas");
        String who = count == 0 ? "the server's disk" : onDisk ? "the disks of the server and " + replicas : replicas;
        return "acknowledgement by " + who + " within " + within.toMillis() + " ms";
    }
}
