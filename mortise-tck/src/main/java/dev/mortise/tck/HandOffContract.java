package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.Limits;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Local hand-off: a lock that goes from one owner of a node to the next inside one grant. */
public abstract class HandOffContract extends ContractGroup {

    /** Tests that must stay inside it stop the clock. */
    private static final Duration LONG_SLICE = Limits.MAX_SLICE;

    private static final int WAITERS = 5;

    protected HandOffContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void waitersOfOneNodeAreHandedTheLockInOrderEachWithItsOwnToken() throws Exception {
        Mortise node = handingNode();
        DistributedLock lock = node.lock(name());
        lock.lock();
        Hold first = lock.hold().orElseThrow();
        List<String> order = new CopyOnWriteArrayList<>();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        List<Pending<?>> waits = waiting(lock, (number, hold) -> {
            order.add("waiter " + number);
            tokens.add(hold.token());
        });
        lock.unlock();
        for (Pending<?> wait : waits) {
            wait.join();
        }
        assertThat(order).containsExactly("waiter 0", "waiter 1", "waiter 2", "waiter 3", "waiter 4");
        assertThat(first.isValid()).isFalse();
        long ofTheNextGrant = lock.call(Hold::token);
        SafetyViolation.checked(() -> {
            assertThat(tokens).isSorted().doesNotHaveDuplicates();
            assertThat(tokens.get(0)).isGreaterThan(first.token());
            assertThat(ofTheNextGrant).isGreaterThan(tokens.get(WAITERS - 1));
        });
    }

    @Test
    void theNextOwnerHoldsBeforeTheStoreWasAsked() throws Exception {
        time();
        Mortise node = handingNode();
        DistributedLock lock = node.lock(name());
        lockInTheSlice(lock);
        long before = tokenOfTheGrant(lock);
        Actor next = passedOn(lock, lock);
        assertThat(tokenOfTheGrant(lock) == before)
                .as("the grant goes on, if the store spares tokens")
                .isEqualTo(node.store().traits().sparesTokens());
        assertThat(next.call(lock::isHeldByCurrentThread)).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        runTime();
        String owner = "thread " + next.thread().getId();
        Eventually.eventually("the store knows the present owner", () -> {
            LockView.Holder holder = lock.inspect().holder();
            return holder != null && holder.owner().equals(owner);
        });
        next.run(lock::unlock);
    }

    @Test
    void objectsAndFuturesAreHandedTheLockToo() throws Exception {
        time();
        Mortise node = handingNode();
        DistributedLock lock = node.lock(name());
        lockInTheSlice(lock);
        long first = lock.hold().orElseThrow().token();
        CompletableFuture<OwnedHold> object = actor().call(lock::acquireAsync);
        CompletableFuture<Hold> later = actorOf(lock);
        lock.unlock();
        OwnedHold held = join(object);
        assertThat(held.isValid()).isTrue();
        held.release();
        long last = join(later).token();
        SafetyViolation.checked(
                () -> assertThat(List.of(first, held.token(), last)).isSorted().doesNotHaveDuplicates());
        assertThat(last == first + 2)
                .as("inside one grant, if the store spares tokens")
                .isEqualTo(node.store().traits().sparesTokens());
        assertFree(lock); // its thread unlocks it meanwhile
    }

    @Test
    void reentryIsCountedForEachOwner() throws Exception {
        DistributedLock lock = handingNode().lock(name());
        lock.lock();
        lock.lock();
        Actor next = actor();
        Pending<@Nullable Void> wait = next.start(() -> {
            lock.lock();
            lock.lock();
        });
        next.awaitParked(wait);
        lock.unlock();
        assertThat(wait.isDone()).isFalse();
        lock.unlock();
        wait.join();
        assertThat(next.call(lock::getHoldCount)).isEqualTo(2);
        next.run(lock::unlock);
        next.run(lock::unlock);
    }

    @Test
    void anotherLeaseIsAskedFor() throws Exception {
        time();
        DistributedLock lock = handingNode().lock(name());
        lockInTheSlice(lock);
        Actor next = actor();
        Pending<Duration> wait = next.begin(() -> {
            lock.lock(Lease.of(THIRD));
            return lock.hold().orElseThrow().remaining();
        });
        next.awaitParked(wait);
        lock.unlock();
        assertThat(wait.join()).isBetween(THIRD.dividedBy(2), THIRD);
        next.run(lock::unlock);
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseBeginsAnewForTheNextOwner() throws Exception {
        time();
        Lease lease = Lease.of(LONG_LEASE);
        DistributedLock lock = handingNode().lock(name());
        stopTime();
        lock.lock(lease);
        Actor next = actor();
        Pending<Hold> wait = next.begin(() -> {
            lock.lock(lease);
            return lock.hold().orElseThrow();
        });
        next.awaitParked(wait);
        skip(LONG_SLICE.dividedBy(2));
        lock.unlock();
        Hold handed = wait.join();
        long begin = System.nanoTime();
        runTime();
        Duration certain = LONG_LEASE.multipliedBy(99).dividedBy(100).minusMillis(100);
        Eventually.eventually(
                "the lease is whole again",
                () -> handed.remaining().plus(since(begin)).compareTo(certain) > 0);
        next.run(lock::unlock);
    }

    @Test
    @ContractRule("C9")
    void theLossOfTheGrantIsTheLossOfItsPresentHold() throws Exception {
        Recorder recorder = new Recorder();
        Mortise node = node(builder -> builder.slice(LONG_SLICE).listener(recorder));
        DistributedLock lock = node.lock(name());
        lock.lock();
        Actor next = passedOn(lock, lock);
        awaitMessages();
        newLock().forceUnlock();
        assertThat(recorder.await(LockEvent.Lost.class).owner())
                .contains(next.thread().getName());
        assertLost(() -> next.run(lock::unlock));
    }

    @Test
    void theWatchdogGoesOnForTheNextOwner() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock =
                node(builder -> builder.slice(LONG_SLICE).listener(events)).lock(name());
        lockInTheSlice(lock);
        Actor next = passedOn(lock, lock);
        runTime();
        for (int third = 1; third <= 4; third++) {
            skipToRenewal(events, 1);
        }
        assertThat(next.call(lock::isHeldByCurrentThread)).isTrue();
        next.run(lock::unlock);
    }

    @Test
    void anotherNodeHasItsTurnWhenTheSliceIsOver() throws Exception {
        Mortise busy = node(builder -> builder.slice(Duration.ofMillis(2)));
        DistributedLock lock = busy.lock(name());
        DistributedLock other = newLock();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger rounds = new AtomicInteger();
        List<Pending<?>> crowd = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            crowd.add(actor().start(() -> {
                while (!stop.get()) {
                    lock.run(hold -> rounds.incrementAndGet());
                }
            }));
        }
        Eventually.eventually("they are at it", () -> rounds.get() > 10);
        try {
            for (int i = 0; i < 10; i++) {
                assertThat(other.tryLock(LONG_WAIT)).isTrue();
                other.unlock();
            }
        } finally {
            stop.set(true);
        }
        for (Pending<?> one : crowd) {
            one.join();
        }
    }

    @Test
    @ContractRule("C4")
    @ContractRule("C5")
    void whoGivesUpAtTheHandOffPassesTheLockOn() throws Exception {
        DistributedLock lock =
                node(builder -> builder.slice(Duration.ofMillis(2))).lock(name());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger got = new AtomicInteger();
        List<Pending<?>> all = new ArrayList<>();
        List<Actor> actors = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int seed = i;
            Actor one = actor();
            actors.add(one);
            all.add(one.start(() -> hurry(lock, new Random(seed), inside, most, got)));
        }
        Random random = new Random(7);
        while (!all.stream().allMatch(Pending::isDone)) {
            actors.get(random.nextInt(3)).interrupt();
            LockSupport.parkNanos(200_000);
        }
        for (Pending<?> one : all) {
            one.join();
        }
        SafetyViolation.check(most.get() == 1, most.get() + " threads held the lock at once.");
        assertThat(got.get())
                .as("of those that nobody interrupts the last try is not in vain")
                .isGreaterThanOrEqualTo(3);
        assertFree(lock);
    }

    @Test
    void aSliceOfNothingAsksTheStoreEveryTime() throws Exception {
        assertThatAReleaseGoesToTheStore(Duration.ZERO);
    }

    @Test
    void afterTheSliceAReleaseGoesToTheStore() throws Exception {
        assertThatAReleaseGoesToTheStore(Duration.ofMillis(10));
    }

    private void assertThatAReleaseGoesToTheStore(Duration slice) throws Exception {
        DistributedLock lock = node(builder -> builder.slice(slice)).lock(name());
        lock.lock();
        long begin = nanos();
        Actor next = actor();
        Pending<@Nullable Void> wait = next.start(lock::lock);
        next.awaitParked(wait);
        long before = tokenOfTheGrant(lock);
        Eventually.eventually("the slice has ended", () -> nanos() - begin > slice.toNanos());
        lock.unlock();
        wait.join();
        assertThat(tokenOfTheGrant(lock)).isNotEqualTo(before);
        next.run(lock::unlock);
    }

    @Test
    void aPollingWaiterAsksForItself() throws Exception {
        Mortise node = handingNode();
        DistributedLock lock = node.lock(name());
        DistributedLock polling =
                node.lock(name(), LockOptions.defaults().waitStrategy(WaitStrategy.polling(Duration.ofMillis(20))));
        lock.lock();
        long before = tokenOfTheGrant(lock);
        Actor next = passedOn(lock, polling);
        assertThat(tokenOfTheGrant(lock)).as("it has asked for itself").isNotEqualTo(before);
        next.run(polling::unlock);
    }

    private void hurry(
            DistributedLock lock, Random random, AtomicInteger inside, AtomicInteger most, AtomicInteger got) {
        for (int left = 150; left > 0; left--) {
            Duration wait = left == 1 ? LONG_WAIT : Duration.ofNanos(random.nextInt(400_000));
            try {
                if (lock.tryLock(wait)) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    got.incrementAndGet();
                    inside.decrementAndGet();
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                // the next round is tried all the same
            } catch (StoreUnavailableException slowerThanTheWait) {
                assertThat(slowerThanTheWait).hasMessageContaining("within the wait");
            }
        }
    }

    /** Another thread waits for the lock that this one has, and gets it when this one unlocks. */
    private Actor passedOn(DistributedLock from, DistributedLock to) throws Exception {
        Actor next = actor();
        Pending<@Nullable Void> wait = next.start(to::lock);
        next.awaitParked(wait);
        from.unlock();
        wait.join();
        return next;
    }

    /** Stops the clock a moment after the lock was obtained, so that the slice does not end. Within no time there are no spare tokens. */
    private void lockInTheSlice(DistributedLock lock) {
        stopTime();
        lock.lock();
        skip(Duration.ofMillis(1));
    }

    private Mortise handingNode() {
        return node(builder -> builder.slice(LONG_SLICE));
    }

    /** Of the grant, which stays the same while it is handed on inside the node. */
    private static long tokenOfTheGrant(DistributedLock lock) {
        return Objects.requireNonNull(lock.inspect().holder()).token();
    }

    private interface Turn {
        void take(int number, Hold hold);
    }

    private List<Pending<?>> waiting(DistributedLock lock, Turn turn) {
        List<Pending<?>> waits = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            int number = i;
            Actor waiter = actor();
            Pending<@Nullable Void> wait = waiter.start(() -> lock.run(hold -> turn.take(number, hold)));
            waiter.awaitParked(wait);
            waits.add(wait);
        }
        return waits;
    }

    /** A lock of a thread that waits by a future and unlocks as soon as it has it. */
    private CompletableFuture<Hold> actorOf(DistributedLock lock) throws Exception {
        Actor thread = actor();
        CompletableFuture<Hold> future = thread.call(lock::lockAsync);
        return future.thenApply(hold -> {
            thread.start(lock::unlock);
            return hold;
        });
    }
}
