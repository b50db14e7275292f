package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static dev.mortise.tck.Eventually.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Replies come, but after the lease that they speak of. */
@Tag("timing")
public abstract class LateReplyFaults extends FaultGroup {

    private static final Duration LEASE = Duration.ofMillis(300);
    private static final Duration LATE = Duration.ofMillis(600);

    protected LateReplyFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void aLateGrantIsNone() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        proxy().delayReplies(LATE);
        assertThatThrownBy(() -> lock.tryLock(Duration.ZERO, Lease.of(LEASE)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThatThrownBy(
                        () -> lock.tryLockAsync(Duration.ZERO, Lease.of(LEASE)).join())
                .hasCauseInstanceOf(StoreUnavailableException.class);
        proxy().heal();
        assertNothingKept(elsewhere);
    }

    /** The grant was somebody's, ended, and is another's when the first hears of it. */
    @FaultTest
    void aLateGrantDoesNotBreakInOnTheNextOwner() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        proxy().delayReplies(LATE);
        Actor owner = actor();
        Pending<Hold> call = owner.begin(() -> lockedFor(LEASE, lock));
        eventually("granted, unheard", elsewhere::isLocked);
        assertThat(elsewhere.tryLock(LONG_WAIT)).isTrue();
        long token = elsewhere.hold().orElseThrow().token();
        Duration longerThanTheReplyTakes = LATE.plusMillis(200);
        SafetyViolation.checked(() -> never(
                longerThanTheReplyTakes,
                "broken in on",
                () -> call.isDone() || !elsewhere.isHeldByCurrentThread() || !elsewhere.isLocked()));
        proxy().heal();
        elsewhere.unlock();
        long later = call.join().token();
        SafetyViolation.check(later > token, "The token " + later + " was given after " + token + ".");
        assertNothingKept(elsewhere);
    }

    /** A renewal that is answered after the old deadline has been lost in time, and stays lost. */
    @FaultTest
    void aLateRenewalBringsNothingBack() throws Exception {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.watchdogLease(LOST_LEASE).listener(events))
                .lock(name());
        DistributedLock elsewhere = elsewhere();
        Hold hold = locked(lock);
        proxy().delayReplies(LOST_LEASE.plusMillis(200));
        events.await(LockEvent.Lost.class);
        never(Duration.ofMillis(500), "valid again", hold::isValid);
        proxy().heal();
        assertToldLost(lock, hold, events);
        assertNothingKept(elsewhere);
    }

    @FaultTest
    void aLateReleaseHasReleased() throws Exception {
        Recorder events = new Recorder();
        Duration lease = Duration.ofMillis(1_500); // a connection on which nothing comes for longer counts as lost
        DistributedLock lock =
                node(builder -> builder.watchdogLease(lease).listener(events)).lock(name());
        DistributedLock elsewhere = elsewhere();
        lock.lock();
        proxy().delayReplies(lease.plusMillis(200));
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        proxy().heal();
        assertNothingKept(elsewhere);
    }

    private static void warm(DistributedLock lock) {
        lock.lock();
        lock.unlock();
    }
}
