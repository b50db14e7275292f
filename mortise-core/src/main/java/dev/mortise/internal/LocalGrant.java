package dev.mortise.internal;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A grant on this node: the ask that got it, its lease and its confirmed deadline. Renewed by the {@link Watchdog}. */
final class LocalGrant extends Wheel.Slot<LocalGrant> implements Grant {

    final LocalLock lock;
    private final long token;
    private final long ask;

    /** Whether it owns the tokens behind its own as well. */
    private final boolean spare;

    /** When its answer came: its hold and its slice begin. */
    final long since;

    /** The deadline by the last confirmed word of the server; written by whoever handles that word. */
    volatile long deadline;

    /** The lease that its owner wants; written under the local lock's mutex. */
    volatile long leaseMillis;

    /** The lease by the last confirmed word of the server: a pushed one is shorter than what its owner wants. */
    volatile long confirmedMillis;

    /** Whether it was waited for, or is of a fair lock: then others may be waiting. */
    private final boolean waited;

    /** Whether the watchdog keeps it; written under the local lock's mutex or by the watchdog's tick. */
    volatile boolean renewed;

    /** The hold that has it; the next one is set before this one ends. */
    volatile @Nullable LiveHold hold;

    /** Why its hold will be lost at the deadline, once renewal has stopped for a reason. */
    volatile @Nullable LossCause end;

    // Guarded by the watchdog's mutex:
    boolean watched;

    /** When the next renewal is due. */
    long renewAt = Acquisition.NEVER;

    /** Whether a renewal is under way, when it was sent, and with which lease. */
    boolean renewing;

    long renewalSent;
    private volatile long renewalMillis;

    /** The lease that was wanted when the renewal was sent. */
    private long renewalOf;

    /** Since when a lease that nobody renews runs; written under the local lock's mutex. */
    private volatile long leaseBegan;

    /** Failed renewals since the last good one. */
    int failures;

    // Guarded by the local lock's mutex:
    /** The hold and the count that the server has, and whether an amendment is under way. */
    @Nullable
    LiveHold written;

    int writtenCount = 1;
    boolean amending;

    /**
     * @param leaseMillis the lease that it has at the server, which may be shorter than the plan's
     * @param deadline of that lease
     */
    LocalGrant(
            LocalLock lock,
            long ask,
            Answer.Granted answer,
            LeasePlan plan,
            long leaseMillis,
            boolean waited,
            long since,
            long deadline) {
        this.lock = lock;
        this.ask = ask;
        this.token = answer.token();
        this.spare = answer.spare();
        this.leaseMillis = plan.millis();
        this.renewed = plan.renewed();
        this.renewalMillis = leaseMillis;
        this.confirmedMillis = leaseMillis;
        this.waited = waited;
        this.since = since;
        this.leaseBegan = since;
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
        return renewalMillis;
    }

    @Override
    public boolean waited() {
        return waited;
    }

    /** A lease that nobody renews begins anew. */
    void beginAnew(long now) {
        leaseBegan = now;
    }

    /** Whether the server keeps it for less than its owner wants. */
    boolean isProvisional() {
        return confirmedMillis < leaseMillis;
    }

    /** A renewal is sent: for the whole lease, or for what is left of one that runs; under the watchdog's mutex. */
    void renewing(long now) {
        renewing = true;
        renewalSent = now;
        renewalOf = leaseMillis;
        long ran = renewed ? 0 : TimeUnit.NANOSECONDS.toMillis(now - leaseBegan);
        renewalMillis = Math.max(1, leaseMillis - ran);
        renewAt = Acquisition.NEVER;
    }

    /** It was renewed; under the watchdog's mutex. */
    void renewed(long now) {
        deadline = Deadlines.after(renewalSent, renewalMillis);
        confirmedMillis = renewalOf;
        failures = 0;
        boolean again = leaseMillis > renewalOf || (!renewed && leaseBegan - renewalSent > 0);
        renewAt = again ? now : renewed ? renewalSent + third() : Acquisition.NEVER;
    }

    /** The pause between renewals. */
    long third() {
        return TimeUnit.MILLISECONDS.toNanos(confirmedMillis) / 3;
    }

    /** The token of its last hold. */
    long lastToken() {
        LiveHold last = hold;
        return last == null ? token : last.token;
    }

    /** The token of its next hold; its first hold has its own. */
    long nextToken() {
        LiveHold last = hold;
        return last == null ? token : last.token + 1;
    }

    /** Whether another hold may begin: it owns a token for each microsecond so far. */
    boolean sparesToken(long now) {
        return spare && nextToken() - token <= TimeUnit.NANOSECONDS.toMicros(now - since);
    }

    /** Whether a call may have it on the terms on which it was asked for, and nothing has put an end to it. */
    boolean suits(LeasePlan plan) {
        return plan.millis() == leaseMillis && plan.renewed() == renewed && end == null;
    }

    /** Whether more than a third of its lease is left, so that nobody is handed a lock that ends under its hands. */
    boolean lasts(long now) {
        return deadline - now > third();
    }

    /** Why its hold is lost when the deadline has come. */
    LossCause causeAtDeadline() {
        LossCause known = end;
        return known != null ? known : renewed ? LossCause.NOT_RENEWED : LossCause.EXPIRED;
    }
}
