package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
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

    private static final Duration WAIT = Duration.ofMillis(250);

    protected WaitingContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C1")
    @ContractRule("C5")
    void notObtainedInTimeIsAReturnValueWithinTheBudget() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        assertThat(timed(() -> assertThat(other.tryLock(WAIT)).isFalse())).isBetween(WAIT, WAIT.plus(SLACK));
        assertThat(timed(() -> assertThat(other.tryAcquire(WAIT)).isEmpty())).isBetween(WAIT, WAIT.plus(SLACK));
        assertThat(timed(() -> assertThat(other.tryRun(WAIT, hold -> {})).isFalse()))
                .isBetween(WAIT, WAIT.plus(SLACK));
        lock.unlock();
    }

    @Test
    @ContractRule("C5")
    void theBudgetIncludesTheLocalQueue() throws Exception {
        DistributedLock lock = newLock();
        lock.lock();
        List<Pending<Duration>> waits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waits.add(actor().begin(
                            () -> timed(() -> assertThat(lock.tryLock(WAIT)).isFalse())));
        }
        for (Pending<Duration> wait : waits) {
            assertThat(wait.join()).isBetween(WAIT, WAIT.plus(SLACK));
        }
        lock.unlock();
    }

    @Test
    @ContractRule("C5")
    void theBudgetIsSpentOnceThoughTheLocalQueueAndTheStoreAreBusy() throws Exception {
        DistributedLock remote = newLock();
        DistributedLock lock = newLock();
        Actor first = actor();
        remote.lock();
        Pending<@Nullable Void> ahead = first.start(lock::lock);
        awaitWaiters(remote, 1);
        Pending<Duration> wait =
                actor().begin(() -> timed(() -> assertThat(lock.tryLock(WAIT)).isFalse()));
        assertThat(wait.join()).isBetween(WAIT, WAIT.plus(SLACK));
        remote.unlock();
        ahead.join();
        first.run(lock::unlock);
    }

    @Test
    void aReleaseWakesAWaiterOfAnotherNodeQuickly() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Actor waiter = actor();
        List<Duration> handOvers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            lock.lock();
            Pending<Long> got = waiter.begin(() -> {
                other.lock();
                return System.nanoTime();
            });
            awaitWaiters(lock, 1);
            long released = System.nanoTime();
            lock.unlock();
            handOvers.add(Duration.ofNanos(got.join() - released));
            waiter.run(other::unlock);
        }
        handOvers.sort(null);
        assertThat(handOvers.get(2)).isLessThan(Duration.ofMillis(250));
        assertThat(handOvers.get(4)).isLessThan(Duration.ofSeconds(2));
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
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Pending<Boolean> wait = actor().begin(() -> other.tryLock(WAIT));
        awaitWaiters(lock, 1);
        assertThat(wait.join()).isFalse();
        awaitWaiters(lock, 0);
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void aSpeakerThatGivesUpPassesTheNodesPlaceOn() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor speaker = actor();
        Pending<Boolean> gaveUp = speaker.begin(() -> other.tryLock(WAIT));
        awaitWaiters(lock, 1);
        Actor heir = actor();
        Pending<Long> got = heir.begin(() -> {
            other.lock();
            return System.nanoTime();
        });
        heir.awaitParked(got);
        assertThat(gaveUp.join()).isFalse();
        awaitWaiters(lock, 1);
        long released = System.nanoTime();
        lock.unlock();
        assertThat(Duration.ofNanos(got.join() - released)).isLessThan(Duration.ofSeconds(2));
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
        Pending<Long> got = waiter.begin(() -> {
            last.lock();
            return System.nanoTime();
        });
        awaitWaiters(lock, 2);
        ending.close();
        assertThat(never.failure()).isInstanceOf(dev.mortise.MortiseClosedException.class);
        awaitWaiters(lock, 1);
        long released = System.nanoTime();
        lock.unlock();
        assertThat(Duration.ofNanos(got.join() - released)).isLessThan(Duration.ofSeconds(2));
        waiter.run(last::unlock);
    }

    @Test
    void everyWaiterOfSeveralNodesGetsIn() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger entered = new AtomicInteger();
        List<Pending<@Nullable Void>> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            DistributedLock lock = newLock();
            for (int t = 0; t < 3; t++) {
                all.add(actor().start(() -> {
                    for (int round = 0; round < 10; round++) {
                        lock.lock();
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        entered.incrementAndGet();
                        inside.decrementAndGet();
                        lock.unlock();
                    }
                }));
            }
        }
        for (Pending<@Nullable Void> each : all) {
            each.join();
        }
        assertThat(entered).hasValue(90);
    }

    @Test
    void aLostWakeUpIsFoundAtTheEndOfTheHoldersLease() throws Exception {
        DistributedLock lock = newLock();
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        deaf.dropMessages(true);
        long start = System.nanoTime();
        lock.lock(Duration.ofMillis(800));
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        lock.unlock();
        got.join();
        assertThat(since(start)).isLessThan(Duration.ofMillis(800).plus(SLACK));
        waiter.run(other::unlock);
    }

    @Test
    void everybodyLooksAgainWhenMessagesComeBack() throws Exception {
        DistributedLock lock = newLock();
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        deaf.dropMessages(true);
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        lock.unlock();
        deaf.dropMessages(false);
        long back = System.nanoTime();
        deaf.lookAll();
        got.join();
        assertThat(since(back)).isLessThan(Duration.ofSeconds(2));
        waiter.run(other::unlock);
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
