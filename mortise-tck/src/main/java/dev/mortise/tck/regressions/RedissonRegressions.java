package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.FaultyStore.Fault;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.StoreUnderTest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong in Redisson's lock; numbers are issues of redisson/redisson. */
public abstract class RedissonRegressions extends ContractGroup {

    protected RedissonRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName("Redisson 7272: the watchdog outlived unlock, and the key was renewed for ever")
    @ContractRule("C3")
    void redisson7272RenewalOutlivesUnlock() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 300; i++) {
            lock.lock();
            lock.unlock();
        }
        letTheWatchdogPass(node, events);
        assertThat(renewals(events)).isZero();
        assertGivenBack(lock);
    }

    /** Of the lock of the test. */
    private long renewals(Recorder events) {
        return events.of(LockEvent.Renewed.class).stream()
                .filter(event -> event.lockName().equals(name()))
                .count();
    }

    @Test
    @DisplayName(
            "Redisson 7272, 2714: an interrupted acquire went on, and its key was held by nobody and renewed for ever")
    @ContractRule("C4")
    void redisson2714InterruptedAcquireIsRenewedForEver() throws Exception {
        time();
        DistributedLock lock = newLock();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock other = node.lock(name());
        lock.lock();
        Actor waiter = actor();
        Pending<Boolean> wait = waiter.begin(() -> other.tryLock(Duration.ofMinutes(1)));
        awaitWaiters(lock, 1);
        waiter.interrupt();
        lock.unlock();
        try {
            assertThat(wait.join()).isTrue();
            waiter.run(other::unlock);
        } catch (InterruptedException interrupted) {
            // as it should, unless the lock was there first
        }
        assertSettled(lock);
        letTheWatchdogPass(node, events);
        assertSettled(lock);
        assertThat(renewals(events)).isZero();
    }

    @Test
    @DisplayName("Redisson: lock() of an interrupted thread threw RedisException instead of waiting")
    @ContractRule("C4")
    void redissonLockOfAnInterruptedThreadThrows() {
        DistributedLock lock = newLock();
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(Thread.interrupted()).isTrue();
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson 1110: re-entering with a shorter lease shrank the whole lock")
    @ContractRule("C7")
    void redisson1110ReentryWithShorterLeaseShrinks() {
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock(SHORT_LEASE);
        long entered = System.nanoTime();
        Eventually.eventually(
                "the shorter lease would be over", () -> since(entered).compareTo(SHORT_LEASE) > 0);
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        lock.unlock();
    }

    @Test
    @DisplayName(
            "Redisson: RFencedLock raised the token at re-entry: the outer token was stale inside its own critical section")
    @ContractRule("C7")
    void redissonFencedReentryChangesToken() {
        DistributedLock lock = newLock();
        lock.run(outer -> lock.run(inner -> assertThat(inner.token()).isEqualTo(outer.token())));
    }

    @Test
    @DisplayName("Redisson 4818: the lease was kept on the lock object, so the next lock() without one got the old one")
    @ContractRule("C3")
    void redisson4818LeaseStaysOnTheLockObject() {
        DistributedLock lock = newLock();
        lock.lock(SHORT_LEASE);
        Eventually.eventually("over", () -> !lock.isHeldByCurrentThread());
        assertLost(lock::unlock);
        lock.lock();
        assertThat(lock.remainingLease()).isGreaterThan(LONG_LEASE.dividedBy(2));
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson: RFencedLock.lockAndGetToken(lease) ignored the lease")
    @ContractRule("C3")
    void redissonFencedLockIgnoresTheLease() {
        DistributedLock lock = newLock();
        assertThat(lockedFor(THIRD, lock).token()).isPositive();
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(THIRD);
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson: tryLockAndGetToken() without arguments waited without limit instead of saying no")
    @ContractRule("C2")
    void redissonTryLockWithoutArgumentsWaits() throws Exception {
        time();
        DistributedLock lock = newLock();
        lock.lock();
        DistributedLock other = newLock();
        SafetyViolation.check(!other.tryLock(), "A second owner.");
        stopTime(); // a waiting thread would not return
        Pending<Boolean> tried = actor().begin(() -> other.tryLock());
        SafetyViolation.check(!tried.join(), "A second owner.");
        runTime();
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson: A cancelled lockAsync() stayed queued and took the lock when its turn came")
    @ContractRule("C11")
    void redissonCancelledLockAsyncStaysQueued() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        CompletableFuture<Hold> future = other.lockAsync();
        awaitWaiters(lock, 1);
        future.cancel(true);
        SafetyViolation.checked(() -> awaitWaiters(lock, 0));
        lock.unlock();
        other.inspect(); // is answered behind what the cancelled call has sent
        assertGivenBack(lock);
    }

    @Test
    @DisplayName("Redisson: tryLock(wait) returned false on a failed subscribe or a time-out: broken looked busy")
    @ContractRule("C1")
    void redissonBrokenLooksBusy() throws Exception {
        time();
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(faulty)).lock(name());
        DistributedLock lock = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<Boolean> wait = waiter.begin(() -> other.tryLock(IN_VAIN));
        awaitWaiters(other, 1);
        faulty.fail(Fault.NOT_SENT);
        int before = faulty.requests();
        skip(IN_VAIN.dividedBy(2));
        Eventually.eventually("it has looked in vain", () -> faulty.requests() > before + 1);
        skip(IN_VAIN);
        assertThat(wait.failure()).isInstanceOf(StoreUnavailableException.class);
        faulty.fail(Fault.NONE);
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson 4109: a lock() whose reply was lost left the key behind, held by nobody for a lease")
    @ContractRule("C10")
    void redisson4109ResponseTimeoutLeavesTheLockTaken() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(faulty)).lock(name());
        faulty.fail(Fault.REPLY_LOST, 1);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        assertGivenBack(lock);
    }

    @Test
    @DisplayName("Redisson 6025, 4822: an acquire that was sent again counted twice, and one unlock left the lock held")
    @ContractRule("C10")
    void redisson6025RepeatedAcquireCountsTwice() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(faulty)).lock(name());
        faulty.fail(Fault.REPLY_LOST, 2);
        lock.lock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertGivenBack(lock);
    }

    @Test
    @DisplayName(
            "Redisson 6844: an unlock whose reply was lost threw, and the second one said 'not locked by current thread'")
    @ContractRule("C10")
    void redisson6844UnlockWithALostReplyThrows() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(faulty)).lock(name());
        lock.lock();
        faulty.fail(Fault.REPLY_LOST, 1);
        lock.unlock();
        assertGivenBack(lock);
    }

    @Test
    @DisplayName(
            "Redisson: Only the first thread of a lock was renewed: after a loss, the next owner of the same client was not")
    @ContractRule("C3")
    void redissonNextOwnerOfTheClientIsNotRenewed() throws Exception {
        time();
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock();
        awaitMessages(); // Otherwise the node learns of the loss from its next renewal, in 10 s.
        newLock().forceUnlock();
        Actor next = actor();
        skipBeyondTheLease(next.call(() -> locked(lock)));
        assertThat(lock.isLocked()).isTrue();
        assertThat(next.call(lock::isHeldByCurrentThread)).isTrue();
        next.run(lock::unlock);
        assertLost(lock::unlock);
        assertLost(lock::unlock);
    }

    @Test
    @DisplayName("Redisson 4698: nobody was told when renewal failed")
    @ContractRule("C9")
    void redisson4698NobodyIsToldOfALoss() {
        DistributedLock lock = newLock();
        lock.lock();
        boolean[] told = new boolean[1];
        lock.hold().orElseThrow().onLost(hold -> told[0] = true);
        awaitMessages();
        newLock().forceUnlock();
        Eventually.eventually("told", () -> told[0]);
        assertLost(lock::unlock);
    }

    /** Fails unless what was granted to a call that had given up is given back. */
    private static void assertSettled(DistributedLock lock) {
        SafetyViolation.checked(() -> Eventually.eventually(
                "no call that gave up holds the lock",
                () -> !lock.isLocked() || lock.inspect().holder() == null));
    }
}
