package dev.mortise.internal;

import dev.mortise.LossCause;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import org.jspecify.annotations.Nullable;

/** A grant on this node: the ask that got it, its lease and its confirmed deadline. Renewed by the {@link Watchdog}. */
final class LocalGrant implements Grant {

    final LocalLock lock;
    final long token;
    private final long ask;

    /** The deadline by the last confirmed word of the server; written by whoever handles that word. */
    volatile long deadline;

    /** The lease that the next renewal sets; written under the local lock's mutex. */
    volatile long leaseMillis;

    /** Whether the watchdog keeps it; written under the local lock's mutex or by the watchdog's tick. */
    volatile boolean renewed;

    /** The hold that has it; set before the watchdog knows it. */
    @Nullable
    LiveHold hold;

    /** Why its hold will be lost at the deadline, once renewal has stopped for a reason. */
    volatile @Nullable LossCause end;

    // Guarded by the watchdog's mutex:
    /** Its place in the wheel. */
    final Wheel.Slot<LocalGrant> slot = new Wheel.Slot<>(this);

    boolean watched;

    /** When the next renewal is due. */
    long renewAt = Acquisition.NEVER;

    /** Whether a renewal is under way, when it was sent, and with which lease. */
    boolean renewing;

    long renewalSent;
    long renewalLease;

    /** Failed renewals since the last good one. */
    int failures;

    // Guarded by the local lock's mutex:
    /** The count that the server has, and whether an amendment is under way. */
    int writtenCount = 1;

    boolean amending;

    LocalGrant(LocalLock lock, long ask, long token, LeasePlan plan, long deadline) {
        this.lock = lock;
        this.ask = ask;
        this.token = token;
        this.leaseMillis = plan.millis();
        this.renewed = plan.renewed();
        this.deadline = deadline;
    }

    @Override
    public LockId lock() {
        return lock.id;
    }

    @Override
    public long ask() {
        return ask;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public long leaseMillis() {
        return leaseMillis;
    }

    /** Why its hold is lost when the deadline has come. */
    LossCause causeAtDeadline() {
        LossCause known = end;
        return known != null ? known : renewed ? LossCause.NOT_RENEWED : LossCause.EXPIRED;
    }
}
