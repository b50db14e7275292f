package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
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
import dev.mortise.tck.TestTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong in Spring Integration's registry, ShedLock, lock4j, Curator, etcd and others. */
public abstract class OtherRegressions extends ContractGroup {

    protected OtherRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName("Spring Integration: tryLock(wait) spent its wait on the local lock and then again on Redis")
    @ContractRule("C5")
    void springTryLockSpendsWaitTwice() throws Exception {
        TestTime time = time();
        Recorder events = new Recorder();
        DistributedLock remote = newLock();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Duration wait = LONG_LEASE.multipliedBy(4);
        Duration most = LONG_LEASE.multipliedBy(3);
        Actor local = actor();
        local.run(() -> lock.lock(LONG_LEASE.multipliedBy(10)));
        long begin = time.nanos();
        Actor waiter = actor();
        Pending<Boolean> waits = waiter.begin(() -> lock.tryLock(wait));
        events.await(LockEvent.Waiting.class);
        Actor taker = actor();
        Pending<@Nullable Void> taken = taker.start(() -> remote.lock(LONG_LEASE.multipliedBy(10)));
        awaitWaiters(remote, 1);
        skip(most);
        awaitWaiters(remote, 1);
        local.run(lock::unlock);
        taken.join();
        Eventually.eventually(
                "the taker keeps the lock and the other waits for it, unless the machine stalls meanwhile",
                () -> waits.isDone()
                        || (lock.remainingLease().compareTo(LONG_LEASE) > 0
                                && lock.inspect().waiters().size() == 1));
        skip(wait.minus(most));
        if (waits.join()) {
            waiter.run(() -> unlockIfHeld(lock));
        }
        assertThat(Duration.ofNanos(time.nanos() - begin)).isLessThan(wait.plus(most.dividedBy(2)));
        taker.run(() -> unlockIfHeld(remote));
    }

    @Test
    @DisplayName("Spring Integration: each re-entrant lock() scheduled one more renewal, never cancelled")
    @ContractRule("C7")
    void springReentryLeaksRenewals() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 5; i++) {
            lock.lock();
        }
        skipToRenewal(events, 1);
        for (int i = 0; i < 5; i++) {
            lock.unlock();
        }
        letTheWatchdogPass(node, events);
        assertThat(events.of(LockEvent.Renewed.class))
                .filteredOn(event -> event.lockName().equals(name()))
                .as("renewals, of which one came before the release")
                .hasSize(1);
    }

    @Test
    @DisplayName(
            "Spring Integration, etcd 22082: the owner was the client, so a late renewal or release met the newer hold")
    @ContractRule("C10")
    void springOwnerIsNotTheAcquisition() {
        DistributedLock lock = newLock();
        OwnedHold first = lock.acquire();
        awaitMessages();
        newLock().forceUnlock();
        Eventually.eventually("the loss is known", () -> !first.isValid());
        OwnedHold second = lock.acquire();
        assertLost(first::release);
        assertKept(second, lock.isLocked());
        second.release();
    }

    @Test
    @DisplayName("Spring Integration 3821: other local threads stayed blocked after the key had expired")
    @ContractRule("C3")
    void spring3821LocalThreadsStayBlockedAfterExpiry() throws Exception {
        DistributedLock lock = newLock();
        Actor owner = actor();
        owner.run(() -> lock.lock(SHORT_LEASE));
        List<Pending<Boolean>> waits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waits.add(actor().begin(() -> {
                boolean got = lock.tryLock(LONG_WAIT);
                if (got) {
                    lock.unlock();
                }
                return got;
            }));
        }
        for (Pending<Boolean> wait : waits) {
            assertThat(wait.join()).isTrue();
        }
        assertLost(() -> owner.run(lock::unlock));
    }

    @Test
    @DisplayName("Spring Integration 11180: shared stripes let one lock block the threads of another")
    void spring11180UnrelatedNamesBlockEachOther() {
        Mortise node = node();
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            DistributedLock lock = node.lock(name() + ":" + i);
            assertThat(lock.tryLock()).as("lock %d", i).isTrue();
            locks.add(lock);
        }
        locks.forEach(DistributedLock::unlock);
    }

    @Test
    @DisplayName("Spring Integration 2660: a failed unlock left the local lock taken for good")
    @ContractRule("C10")
    void spring2660FailedUnlockLeavesTheLocalLockTaken() throws Exception {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(faulty).unavailableLimit(Duration.ofMillis(100)))
                .lock(name());
        lock.lock();
        faulty.fail(Fault.NOT_SENT);
        assertThatThrownBy(lock::unlock).isInstanceOf(StoreUnavailableException.class);
        faulty.fail(Fault.NONE);
        Actor other = actor();
        assertThat(other.call(() -> lock.tryLock(LONG_WAIT))).isTrue();
        other.run(lock::unlock);
    }

    @Test
    @DisplayName("Spring Integration 11044: held locks were evicted from the registry, and could not be unlocked")
    void spring11044HeldLocksAreEvicted() throws Exception {
        Mortise node = node();
        Actor owner = actor();
        owner.run(() -> node.lock(name()).lock());
        WeakReference<Object> collected = new WeakReference<>(new Object());
        for (int i = 0; i < 500; i++) {
            assertThat(node.lock(name() + ":" + i).isHeldByCurrentThread()).isFalse();
        }
        Eventually.eventually("garbage is collected", () -> {
            System.gc();
            return collected.get() == null;
        });
        SafetyViolation.check(!node.lock(name()).tryLock(), "A second owner: the node forgot that the lock is held.");
        owner.run(() -> node.lock(name()).unlock());
        assertGivenBack(node.lock(name()));
    }

    @Test
    @DisplayName("ShedLock: a job that overran its lease deleted the next owner's lock")
    @ContractRule("C9")
    void shedLockOverrunDeletesTheNextOwnersLock() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock next = newLock();
        lock.lock(SHORT_LEASE);
        assertThat(next.tryLock(LONG_WAIT)).isTrue();
        assertLost(lock::unlock);
        SafetyViolation.check(!newLock().tryLock(), "A second owner: a late release ended the hold of another.");
        next.unlock();
    }

    @Test
    @DisplayName("lock4j: a wait of zero slept a retry interval all the same")
    @ContractRule("C2")
    void lock4jWaitOfZeroSleeps() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        SafetyViolation.check(!other.tryLock(Duration.ZERO), "A second owner.");
        stopTime(); // a sleeping thread would not wake
        Pending<Boolean> tried = actor().begin(() -> other.tryLock(Duration.ZERO));
        SafetyViolation.check(!tried.join(), "A second owner.");
        runTime();
        lock.unlock();
    }

    @Test
    @DisplayName("klock: the task ran without the lock when it could not be had")
    @ContractRule("C1")
    void klockRunsTheTaskWithoutTheLock() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        boolean[] ran = new boolean[1];
        SafetyViolation.check(!inVain(other, () -> other.tryRun(IN_VAIN, hold -> ran[0] = true)), "A second owner.");
        SafetyViolation.check(!ran[0], "The task ran without the lock.");
        lock.unlock();
        assertThat(other.tryRun(LONG_WAIT, hold -> ran[0] = true)).isTrue();
        assertThat(ran[0]).isTrue();
    }

    @Test
    @DisplayName(
            "redis-py 3847, Curator 1193: local state was cleared before the store had answered, so the lock stayed behind")
    @ContractRule("C4")
    void redisPy3847InterruptedReleaseLeavesTheLockTaken() throws Exception {
        DistributedLock lock = newLock();
        Actor owner = actor();
        owner.run(() -> {
            lock.lock();
            Thread.currentThread().interrupt();
            lock.unlock();
            assertThat(Thread.interrupted()).isTrue();
        });
        assertGivenBack(lock);
    }

    @Test
    @DisplayName("bsm/redislock: one renewal that failed in passing counted as the loss of the lock")
    @ContractRule("C3")
    void bsmTransientRenewalErrorIsALoss() {
        time();
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        Recorder events = new Recorder();
        DistributedLock lock =
                node(builder -> builder.store(faulty).listener(events)).lock(name());
        lock.lock();
        faulty.fail(Fault.REPLY_LOST, 2);
        skip(THIRD);
        Eventually.eventually(
                "failed twice", () -> events.of(LockEvent.RenewalFailed.class).size() == 2);
        events.await(LockEvent.Renewed.class);
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    @DisplayName("Hazelcast's story of the paused holder: its token is lower, so the resource refuses its late write")
    @ContractRule("C9")
    void aPausedHoldersTokenIsStale() throws Exception {
        DistributedLock paused = newLock();
        DistributedLock other = newLock();
        long stale = lockedFor(SHORT_LEASE, paused).token();
        assertThat(other.tryLock(LONG_WAIT)).isTrue();
        long highestSeen = other.hold().orElseThrow().token();
        other.unlock();
        SafetyViolation.check(stale < highestSeen, "The next token after " + stale + " is " + highestSeen + ".");
        assertLost(paused::unlock);
    }

    @Test
    @DisplayName("DynamoDB lock client 116: a heartbeat after the release brought the lock back")
    @ContractRule("C3")
    void dynamoDb116HeartbeatBringsAReleasedLockBack() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 2; i++) {
            lock.lock();
            skipToRenewal(events, 1);
            lock.unlock();
            assertGivenBack(lock);
        }
        letTheWatchdogPass(node, events);
        assertGivenBack(lock);
    }
}
