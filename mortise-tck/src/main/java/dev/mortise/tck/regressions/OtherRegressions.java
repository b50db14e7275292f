package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
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
import dev.mortise.tck.StoreUnderTest;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong in Spring Integration's registry, ShedLock, lock4j, Curator, etcd and others. */
public abstract class OtherRegressions extends ContractGroup {

    private static final Duration SHORT = Duration.ofMillis(300);

    /** Spent twice it is more than {@link #SLACK} would explain. */
    private static final Duration MOST_OF_A_SECOND = Duration.ofMillis(850);

    protected OtherRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName("Spring Integration: tryLock(wait) spent its wait on the local lock and then again on Redis")
    @ContractRule("C5")
    void springTryLockSpendsWaitTwice() throws Exception {
        DistributedLock remote = newLock();
        DistributedLock lock = newLock();
        Duration wait = Duration.ofSeconds(1);
        Actor local = actor();
        local.run(lock::lock);
        long begin = System.nanoTime();
        Pending<Duration> waits = actor().begin(() -> timed(() -> {
            if (lock.tryLock(wait)) {
                lock.unlock(); // the other node was slow to come for it
            }
        }));
        Actor taker = actor();
        Pending<@Nullable Void> taken = taker.start(remote::lock);
        awaitWaiters(remote, 1);
        Eventually.eventually("most of the wait is over", () -> since(begin).compareTo(MOST_OF_A_SECOND) > 0);
        local.run(lock::unlock);
        taken.join();
        assertThat(waits.join()).isLessThan(wait.plus(SLACK));
        taker.run(remote::unlock);
    }

    @Test
    @DisplayName("Spring Integration: each re-entrant lock() scheduled one more renewal, never cancelled")
    @ContractRule("C7")
    void springReentryLeaksRenewals() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 5; i++) {
            lock.lock();
        }
        events.await(LockEvent.Renewed.class);
        for (int i = 0; i < 5; i++) {
            lock.unlock();
        }
        events.await(LockEvent.Released.class);
        int before = events.of(LockEvent.Renewed.class).size();
        Eventually.never(
                KEPT_LEASE,
                "renewed after release",
                () -> events.of(LockEvent.Renewed.class).size() > before);
    }

    @Test
    @DisplayName(
            "Spring Integration, etcd 22082: the owner was the client, so a late renewal or release met the newer hold")
    @ContractRule("C10")
    void springOwnerIsNotTheAcquisition() {
        DistributedLock lock = newLock();
        OwnedHold first = lock.acquire();
        newLock().forceUnlock();
        Eventually.eventually("the loss is known", () -> !first.isValid());
        OwnedHold second = lock.acquire();
        assertThatThrownBy(first::release).isInstanceOf(HoldLostException.class);
        assertThat(second.isValid()).isTrue();
        assertThat(lock.isLocked()).isTrue();
        second.release();
    }

    @Test
    @DisplayName("Spring Integration 3821: other local threads stayed blocked after the key had expired")
    @ContractRule("C3")
    void spring3821LocalThreadsStayBlockedAfterExpiry() throws Exception {
        DistributedLock lock = newLock();
        Actor owner = actor();
        owner.run(() -> lock.lock(SHORT));
        List<Pending<Boolean>> waits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waits.add(actor().begin(() -> {
                boolean got = lock.tryLock(Duration.ofSeconds(3));
                if (got) {
                    lock.unlock();
                }
                return got;
            }));
        }
        for (Pending<Boolean> wait : waits) {
            assertThat(wait.join()).isTrue();
        }
        assertThat(owner.start(lock::unlock).failure()).isInstanceOf(HoldLostException.class);
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
        DistributedLock lock = node(builder -> builder.store(faulty)
                        .unavailableLimit(Duration.ofMillis(100))
                        .watchdogLease(KEPT_LEASE))
                .lock(name());
        lock.lock();
        faulty.fail(Fault.NOT_SENT);
        assertThatThrownBy(lock::unlock).isInstanceOf(StoreUnavailableException.class);
        faulty.fail(Fault.NONE);
        Actor other = actor();
        assertThat(other.call(() -> lock.tryLock(Duration.ofSeconds(5)))).isTrue();
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
        assertThat(node.lock(name()).tryLock()).isFalse();
        owner.run(() -> node.lock(name()).unlock());
        assertThat(node.lock(name()).isLocked()).isFalse();
    }

    @Test
    @DisplayName("ShedLock: a job that overran its lease deleted the next owner's lock")
    @ContractRule("C9")
    void shedLockOverrunDeletesTheNextOwnersLock() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock next = newLock();
        lock.lock(SHORT);
        assertThat(next.tryLock(Duration.ofSeconds(5))).isTrue();
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
        assertThat(newLock().tryLock()).isFalse();
        next.unlock();
    }

    @Test
    @DisplayName("lock4j: a wait of zero slept a retry interval all the same")
    @ContractRule("C2")
    void lock4jWaitOfZeroSleeps() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Duration best = Duration.ofDays(1);
        for (int i = 0; i < 5; i++) {
            Duration took = timed(() -> assertThat(other.tryLock(Duration.ZERO)).isFalse());
            best = took.compareTo(best) < 0 ? took : best;
        }
        assertThat(best).isLessThan(Duration.ofMillis(50));
        lock.unlock();
    }

    @Test
    @DisplayName("klock: the task ran without the lock when it could not be had")
    @ContractRule("C1")
    void klockRunsTheTaskWithoutTheLock() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        boolean[] ran = new boolean[1];
        assertThat(other.tryRun(IN_VAIN, hold -> ran[0] = true)).isFalse();
        assertThat(ran[0]).isFalse();
        lock.unlock();
        assertThat(other.tryRun(Duration.ofSeconds(1), hold -> ran[0] = true)).isTrue();
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
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    @DisplayName("bsm/redislock: one renewal that failed in passing counted as the loss of the lock")
    @ContractRule("C3")
    void bsmTransientRenewalErrorIsALoss() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        Recorder events = new Recorder();
        DistributedLock lock = node(builder ->
                        builder.store(faulty).watchdogLease(KEPT_LEASE).listener(events))
                .lock(name());
        lock.lock();
        faulty.fail(Fault.REPLY_LOST, 2);
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
        long stale = lockedFor(SHORT, paused).token();
        assertThat(other.tryLock(Duration.ofSeconds(5))).isTrue();
        long highestSeen = other.hold().orElseThrow().token();
        other.unlock();
        assertThat(stale).isLessThan(highestSeen);
        assertThatThrownBy(paused::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    @DisplayName("DynamoDB lock client 116: a heartbeat after the release brought the lock back")
    @ContractRule("C3")
    void dynamoDb116HeartbeatBringsAReleasedLockBack() {
        DistributedLock lock = nodeWithLease(KEPT_LEASE).lock(name());
        for (int i = 0; i < 2; i++) {
            lock.lock();
            Eventually.never(Duration.ofMillis(302), "lost", () -> !lock.isHeldByCurrentThread());
            lock.unlock();
            assertThat(lock.isLocked()).isFalse();
        }
        Eventually.never(Duration.ofMillis(310), "back", lock::isLocked);
    }
}
