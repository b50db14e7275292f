package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting for a lock, being woken, and giving up. */
public abstract class WaitingContract extends ContractGroup {

    /** A waiter looks by itself after this time at the latest. */
    private static final Duration SLOW_POLL = Duration.ofSeconds(3);

    protected WaitingContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C1")
    @ContractRule("C5")
    void notObtainedInTimeIsAReturnValueWithinTheBudget() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Hold held = locked(lock);
        assertExcluded(held, inVain(other, () -> other.tryLock(IN_VAIN)));
        assertExcluded(held, inVain(other, () -> other.tryAcquire(IN_VAIN)).isPresent());
        assertExcluded(held, inVain(other, () -> other.tryRun(IN_VAIN, hold -> {})));
        lock.unlock();
    }

    @Test
    @ContractRule("C5")
    void theBudgetIncludesTheLocalQueue() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Hold held = locked(lock);
        Pending<Boolean> first = actor().begin(() -> lock.tryLock(IN_VAIN));
        Pending<Boolean> second = actor().begin(() -> lock.tryLock(IN_VAIN));
        Eventually.eventually(
                "both wait", () -> events.of(LockEvent.Waiting.class).size() == 2);
        assertExcluded(held, inVain(events, () -> lock.tryLock(IN_VAIN)));
        assertExcluded(held, first.join());
        assertExcluded(held, second.join());
        lock.unlock();
    }

    @Test
    @ContractRule("C5")
    void theBudgetIsSpentOnceThoughTheLocalQueueAndTheStoreAreBusy() throws Exception {
        time();
        DistributedLock remote = newLock();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Actor first = actor();
        Hold held = locked(remote);
        Pending<@Nullable Void> ahead = first.start(lock::lock);
        awaitWaiters(lock, 1);
        events.await(LockEvent.Waiting.class);
        assertExcluded(held, inVain(events, () -> lock.tryLock(IN_VAIN)));
        remote.unlock();
        ahead.join();
        first.run(lock::unlock);
    }

    @Test
    void aReleaseWakesAWaiterOfAnotherNodeQuickly() throws Exception {
        time();
        DistributedLock lock = newLock();
        FaultyStore hearing = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(hearing)).lock(name());
        Actor waiter = actor();
        for (int i = 0; i < 5; i++) {
            lock.lock();
            Pending<@Nullable Void> got = waiter.start(other::lock);
            awaitWaiters(lock, 1);
            int heard = hearing.heard();
            stopTime();
            lock.unlock();
            got.join();
            runTime();
            Eventually.eventually("the release was heard of", () -> hearing.heard() > heard);
            waiter.run(() -> unlockIfHeld(other));
        }
    }

    @Test
    void threadsOfANodeGetTheLockInTheOrderOfTheirComing() throws Exception {
        DistributedLock lock = newLock();
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Pending<@Nullable Void>> waits = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 5; i++) {
            int number = i;
            Actor actor = actor();
            Pending<@Nullable Void> wait = actor.start(() -> {
                lock.lock();
                order.add(number);
                lock.unlock();
            });
            actor.awaitParked(wait);
            waits.add(wait);
        }
        lock.unlock();
        for (Pending<@Nullable Void> wait : waits) {
            wait.join();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void nodesGetTheLockInTheOrderOfTheirComingWhereTheStoreSaysSo() throws Exception {
        Mortise first = node();
        DistributedLock lock = first.lock(name());
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Pending<@Nullable Void>> waits = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 4; i++) {
            int number = i;
            DistributedLock other = newLock();
            waits.add(actor().start(() -> {
                other.lock();
                order.add(number);
                other.unlock();
            }));
            if (first.store().traits().keepsOrder()) {
                awaitWaiters(lock, i + 1);
            }
        }
        lock.unlock();
        for (Pending<@Nullable Void> wait : waits) {
            wait.join();
        }
        if (first.store().traits().keepsOrder()) {
            assertThat(order).containsExactly(0, 1, 2, 3);
        } else {
            assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3);
        }
    }

    @Test
    @ContractRule("C5")
    void waitersThatRunOutOfTimeLeaveTheQueue() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Hold held = locked(lock);
        assertExcluded(held, inVain(other, () -> other.tryLock(IN_VAIN)));
        assertNoWaiters(lock);
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void aSpeakerThatGivesUpPassesTheNodesPlaceOn() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor speaker = actor();
        Pending<Boolean> gaveUp = speaker.begin(() -> other.tryLock(IN_VAIN));
        awaitWaiters(lock, 1);
        Actor heir = actor();
        Pending<@Nullable Void> got = heir.start(other::lock);
        heir.awaitParked(got);
        skip(IN_VAIN);
        assertThat(gaveUp.join()).isFalse();
        awaitWaiters(lock, 1);
        lock.unlock();
        got.join();
        heir.run(other::unlock);
        assertFree(lock);
    }

    @Test
    void aNodeThatEndsWhileItWaitsDelaysNobody() throws Exception {
        DistributedLock lock = newLock();
        Mortise ending = node();
        DistributedLock others = ending.lock(name());
        DistributedLock last = newLock();
        lock.lock();
        Pending<@Nullable Void> never = actor().start(others::lock);
        awaitWaiters(lock, 1);
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(last::lock);
        awaitWaiters(lock, 2);
        ending.close();
        assertThat(never.failure()).isInstanceOf(dev.mortise.MortiseClosedException.class);
        awaitWaiters(lock, 1);
        lock.unlock();
        got.join();
        waiter.run(last::unlock);
    }

    @Test
    void everyWaiterOfSeveralNodesGetsIn() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger entered = new AtomicInteger();
        List<Pending<@Nullable Void>> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            DistributedLock lock = newLock();
            for (int t = 0; t < 3; t++) {
                all.add(actor().start(() -> {
                    for (int round = 0; round < 10; round++) {
                        lock.lock();
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        entered.incrementAndGet();
                        inside.decrementAndGet();
                        lock.unlock();
                    }
                }));
            }
        }
        Pending.joinAll(entered::get, all);
        SafetyViolation.check(most.get() == 1, most + " threads held the lock at once.");
        assertThat(entered).hasValue(90);
    }

    @Test
    void aLostWakeUpIsFoundAtTheEndOfTheHoldersLease() throws Exception {
        time();
        Duration lease = SLOW_POLL.minusMillis(500);
        DistributedLock lock = newLock();
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        deaf.dropMessages(true);
        lockedFor(lease, lock);
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        Eventually.eventually(
                "it waits, unless the lease is over",
                () -> lock.inspect().waiters().size() == 1 || got.isDone());
        unlockIfHeld(lock);
        skip(lease.plusMillis(250));
        got.join();
        waiter.run(other::unlock);
    }

    @Test
    void everybodyLooksAgainWhenMessagesComeBack() throws Exception {
        time();
        DistributedLock lock = newLock();
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        deaf.dropMessages(true);
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        stopTime();
        lock.unlock();
        deaf.dropMessages(false);
        deaf.lookAll();
        got.join();
        runTime();
        waiter.run(() -> unlockIfHeld(other));
    }

    @Test
    void inspectShowsWhoWaitsInOrder() throws Exception {
        DistributedLock lock = newLock();
        Mortise one = node(builder -> builder.label("one"));
        Mortise two = node(builder -> builder.label("two"));
        lock.lock();
        Pending<@Nullable Void> first = lockAndUnlock(one.lock(name()));
        awaitWaiters(lock, 1);
        Pending<@Nullable Void> second = lockAndUnlock(two.lock(name()));
        awaitWaiters(lock, 2);
        assertThat(lock.inspect().waiters())
                .extracting(waiter -> waiter.nodeLabel())
                .containsExactly("one", "two");
        assertThat(lock.inspect().waiters())
                .extracting(waiter -> waiter.nodeId())
                .containsExactly(one.nodeId(), two.nodeId());
        assertThat(lock.inspect().toString())
                .contains("held by thread")
                .containsPattern("1\\. waits: thread \\d+ of one")
                .containsPattern("2\\. waits: thread \\d+ of two");
        lock.unlock();
        first.join();
        second.join();
        assertThat(lock.inspect().toString()).contains("free");
    }

    private Pending<@Nullable Void> lockAndUnlock(DistributedLock lock) {
        return actor().start(() -> {
            lock.lock();
            lock.unlock();
        });
    }
}
