package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** A script has run and its reply is lost: the server knows, the client does not. */
@Tag("timing")
public abstract class LostReplyFaults extends FaultGroup {

    /** Without a reply for so long a connection counts as broken. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Recorder events = new Recorder();

    protected LostReplyFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void ofAnAcquire() throws Exception {
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        proxy().dropReplies(true);
        Actor owner = actor();
        Pending<@Nullable Void> call = owner.start(lock::lock);
        eventually("granted, unheard", elsewhere::isLocked);
        long token = holderOf(elsewhere).token();
        proxy().heal();
        call.join();
        owner.run(() -> assertHeldOnce(lock, elsewhere));
        assertThat(holderOf(elsewhere).token()).as("the same grant").isEqualTo(token);
        owner.run(lock::unlock);
        assertNothingKept(elsewhere);
    }

    @FaultTest
    void ofAnAcquireWithoutASecondTry() throws Exception {
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        proxy().dropReplies(true);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(100))).isInstanceOf(StoreUnavailableException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        proxy().heal();
        assertNothingKept(elsewhere);
    }

    @FaultTest
    void ofARelease() throws Exception {
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        Actor owner = actor();
        warm(lock);
        owner.run(lock::lock);
        proxy().dropReplies(true);
        Pending<@Nullable Void> call = owner.start(lock::unlock);
        elsewhere.lock();
        proxy().heal();
        call.join();
        assertHeldOnce(elsewhere, lock);
        elsewhere.unlock();
        events.await(LockEvent.Released.class);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @FaultTest
    void ofARenewal() {
        time();
        DistributedLock lock = impatient(LONG_LEASE);
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        proxy().dropReplies(true);
        skip(THIRD);
        events.await(LockEvent.RenewalFailed.class);
        proxy().heal();
        events.await(LockEvent.Renewed.class);
        assertThat(hold.isValid()).isTrue();
        lock.unlock();
        SafetyViolation.check(ttl() == -2, "The key of a released lock is left.");
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    /** The server renews all the time, but the owner cannot know: for it the hold is over at the old deadline. */
    @FaultTest
    void ofAllRenewals() throws Exception {
        DistributedLock lock = impatient(LOST_LEASE);
        DistributedLock elsewhere = elsewhere();
        Hold hold = locked(lock);
        proxy().dropReplies(true);
        events.await(LockEvent.Lost.class);
        proxy().heal();
        assertToldLost(lock, hold, events);
        assertNothingKept(elsewhere);
    }

    @FaultTest
    void ofAWithdrawal() throws Exception {
        time();
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        elsewhere.lock();
        Actor waiter = actor();
        Pending<Boolean> call = waiter.begin(() -> lock.tryLock(IN_VAIN));
        awaitWaiters(elsewhere, 1);
        assertThat(lock.isLocked()).as("asked behind it on the same connection").isTrue();
        proxy().dropReplies(true);
        skip(IN_VAIN);
        assertThat(call.join()).as("it was busy, and that is known").isFalse();
        SafetyViolation.checked(() -> awaitWaiters(elsewhere, 0));
        proxy().heal();
        elsewhere.unlock();
        assertNothingKept(elsewhere);
    }

    /** What is withdrawn has been granted: the withdrawal says so, and that is not heard either. */
    @FaultTest
    void ofAWithdrawalOfAGrant() throws Exception {
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        proxy().dropReplies(true);
        Actor waiter = actor();
        Pending<@Nullable Void> call = waiter.start(lock::lockInterruptibly);
        eventually("granted, unheard", elsewhere::isLocked);
        waiter.interrupt();
        assertThat(call.failure()).isInstanceOf(InterruptedException.class);
        proxy().heal();
        assertNothingKept(elsewhere);
    }

    @FaultTest
    void ofAnAmendment() throws Exception {
        DistributedLock lock = impatient(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        lock.lock();
        lock.lock(); // the server gets to know the script
        eventually("amended", () -> holderOf(elsewhere).count() == 2);
        assertThat(lock.isLocked()).as("asked behind it on the same connection").isTrue();
        proxy().dropReplies(true);
        lock.lock();
        eventually("amended, unheard", () -> holderOf(elsewhere).count() == 3);
        lock.unlock();
        proxy().heal();
        eventually("the newest count", () -> holderOf(elsewhere).count() == 2);
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        SafetyViolation.check(ttl() == -2, "The key of a released lock is left.");
        assertNothingKept(elsewhere);
    }

    private DistributedLock impatient(Duration lease) {
        return node(builder ->
                        builder.requestLimit(PATIENCE).watchdogLease(lease).listener(events))
                .lock(name());
    }

    private static void warm(DistributedLock lock) {
        lock.lock();
        lock.unlock();
    }

    private static dev.mortise.LockView.Holder holderOf(DistributedLock lock) {
        return Objects.requireNonNull(lock.inspect().holder());
    }
}
