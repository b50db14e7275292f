package dev.mortise.internal;

import dev.mortise.Acknowledgement;
import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A grant on this node: the ask that got it, its lease and its confirmed deadline. Renewed by the {@link Watchdog}. */
final class LocalGrant extends Wheel.Slot<LocalGrant> implements Grant {

    final LocalLock lock;
    private final long token;
    private final long ask;

    /** Who has it beside the server. */
    final Acknowledgement acknowledgement;

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

    /** The renewal that is under way; read by the store that sends it. */
    private volatile @Nullable Renewing renewal;

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
            Acknowledgement acknowledgement,
            long leaseMillis,
            boolean waited,
            long since,
            long deadline) {
        this.lock = lock;
        this.ask = ask;
        this.acknowledgement = acknowledgement;
        this.token = answer.token();
        this.spare = answer.spare();
        this.leaseMillis = plan.millis();
        this.renewed = plan.renewed();
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
        Renewing sent = renewal;
        return sent == null ? confirmedMillis : sent.millis;
    }

    @Override
    public boolean waited() {
        return waited;
    }

    @Override
    public List<Long> served() {
        LiveHold last = hold;
        return last == null ? List.of() : last.served;
    }

    /** A lease that nobody renews begins anew. */
    void beginAnew(long now) {
        leaseBegan = now;
    }

    /** Whether the server keeps it for less than its owner wants. */
    boolean isProvisional() {
        return confirmedMillis < leaseMillis;
    }

    /** Whether a renewal is under way; under the watchdog's mutex. */
    boolean isRenewing() {
        return renewal != null;
    }

    /** A renewal is sent: for the whole lease, or for what is left of one that runs; under the watchdog's mutex. */
    void renewing(long now) {
        long ran = renewed ? 0 : TimeUnit.NANOSECONDS.toMillis(now - leaseBegan);
        renewal = new Renewing(now, leaseMillis, Math.max(1, leaseMillis - ran));
        renewAt = Acquisition.NEVER;
    }

    /** The renewal has ended, well or not; under the watchdog's mutex. */
    void renewed(boolean well, long now) {
        Renewing sent = renewal;
        renewal = null;
        if (sent == null || !well) {
            return;
        }
        deadline = Deadlines.after(sent.at, sent.millis);
        confirmedMillis = sent.wantedMillis;
        failures = 0;
        boolean again = leaseMillis > sent.wantedMillis || (!renewed && leaseBegan - sent.at > 0);
        renewAt = again ? now : renewed ? sent.at + third() : Acquisition.NEVER;
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

    /**
     * Whether a call may have it on the terms on which it was asked for, and nothing has put an end to it. Never where an
     * acknowledgement was asked for: tokens behind its own are nobody's but this node's.
     */
    boolean suits(LeasePlan plan, Acknowledgement asked) {
        return acknowledgement.isNone()
                && asked.isNone()
                && plan.millis() == leaseMillis
                && plan.renewed() == renewed
                && end == null;
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

    /**
     * A renewal under way.
     *
     * @param wantedMillis the lease that was wanted when it was sent
     * @param millis the lease that it asks for
     */
    private record Renewing(long at, long wantedMillis, long millis) {}
}
