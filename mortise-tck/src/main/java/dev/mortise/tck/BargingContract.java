package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Barging: inside the node's slice whoever comes first has the lock, and the first waiter is next before long. */
public abstract class BargingContract extends ContractGroup {

    private static final Duration LONG_SLICE = Duration.ofSeconds(1);
    private static final LockOptions BARGING = LockOptions.defaults().barging(Duration.ofMillis(20));

    protected BargingContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void whoeverRunsGoesPastTheFirstWaiterButNotForLong() throws Exception {
        DistributedLock lock = bargingLock();
        lock.lock();
        Actor first = actor();
        Pending<@Nullable Void> wait = first.start(() -> lock.run(hold -> {}));
        first.awaitParked(wait);
        long begin = System.nanoTime();
        int past = 0;
        long last = lock.hold().orElseThrow().token();
        while (!wait.isDone() && since(begin).compareTo(LONG_WAIT) < 0) {
            lock.unlock();
            lock.lock();
            past++;
            long token = lock.hold().orElseThrow().token();
            assertGrown(last, token);
            last = token;
        }
        assertThat(wait.isDone()).as("served after %d went past it", past).isTrue();
        wait.join();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void theFirstWaiterHasTheLockWhenNobodyElseComes() throws Exception {
        DistributedLock lock = bargingLock();
        lock.lock();
        Actor first = actor();
        Pending<@Nullable Void> wait = first.start(lock::lock);
        first.awaitParked(wait);
        lock.unlock();
        wait.join();
        assertThat(first.call(lock::isHeldByCurrentThread)).isTrue();
        first.run(lock::unlock);
        assertFree(lock);
    }

    @Test
    void tryLockTakesWhatWasLeft() throws Exception {
        DistributedLock lock = bargingLock();
        boolean quicker = !sparesTokens();
        long begin = System.nanoTime();
        // at some time it is quicker than a thread that sleeps
        do {
            lock.lock();
            Actor waiter = actor();
            Pending<@Nullable Void> wait = waiter.start(() -> lock.run(hold -> {}));
            waiter.awaitParked(wait);
            lock.unlock();
            if (lock.tryLock()) {
                quicker = true;
                lock.unlock();
            }
            wait.join();
        } while (!quicker && since(begin).compareTo(LONG_WAIT) < 0);
        assertThat(quicker).isTrue();
        assertFree(lock);
    }

    @Test
    @ContractRule("C4")
    void whoIsToComeForItAndGivesUpLeavesItToTheNext() throws Exception {
        DistributedLock lock = bargingLock();
        for (int i = 0; i < 30; i++) {
            lock.lock();
            Actor first = actor();
            Pending<@Nullable Void> interrupted = first.start(() -> {
                lock.lockInterruptibly();
                lock.unlock();
            });
            first.awaitParked(interrupted);
            Actor second = actor();
            Pending<@Nullable Void> wait = second.start(() -> lock.run(hold -> {}));
            second.awaitParked(wait);
            first.interrupt();
            lock.unlock();
            wait.join();
            Eventually.eventually("the first has ended", interrupted::isDone);
            first.close();
            second.close();
        }
        assertFree(lock);
    }

    @Test
    void noUpdateIsLostAndEveryHoldHasItsToken() throws Exception {
        Mortise one = node();
        Mortise two = node();
        int[] counter = new int[1];
        AtomicLong highest = new AtomicLong();
        AtomicBoolean fell = new AtomicBoolean();
        List<Pending<?>> all = new ArrayList<>();
        for (Mortise node : List.of(one, two)) {
            DistributedLock lock = node.lock(name(), BARGING);
            for (int i = 0; i < 3; i++) {
                all.add(actor().start(() -> {
                    for (int n = 0; n < 300; n++) {
                        lock.run(hold -> {
                            counter[0]++;
                            fell.compareAndSet(false, highest.getAndSet(hold.token()) >= hold.token());
                        });
                    }
                }));
            }
        }
        Pending.joinAll(highest::get, all);
        SafetyViolation.check(counter[0] == 1_800, "Lost updates: " + counter[0] + " of 1800.");
        SafetyViolation.check(!fell.get(), "A token fell or came twice.");
        assertFree(one.lock(name()));
    }

    @Test
    @ContractRule("C9")
    void whatWasLeftAndForcedIsNobodysHold() throws Exception {
        DistributedLock lock = bargingLock();
        DistributedLock other = newLock();
        for (int i = 0; i < 10; i++) {
            lock.lock();
            Actor waiter = actor();
            Pending<@Nullable Void> wait = waiter.start(() -> {
                lock.lock();
                try {
                    lock.unlock();
                } catch (HoldLostException told) {
                    assertThat(told.reason()).isIn(LossCause.FORCED, LossCause.GONE);
                }
            });
            waiter.awaitParked(wait);
            lock.unlock();
            other.forceUnlock();
            wait.join();
            waiter.close();
        }
        assertFree(lock);
    }

    @Test
    void afterTheSliceOthersHaveTheirTurn() throws Exception {
        Mortise node = node(builder -> builder.slice(Duration.ofMillis(5)));
        DistributedLock lock = node.lock(name(), BARGING);
        DistributedLock other = newLock();
        AtomicBoolean stop = new AtomicBoolean();
        List<Pending<?>> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            busy.add(actor().start(() -> {
                while (!stop.get()) {
                    lock.run(hold -> {});
                }
            }));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(other.tryLock(LONG_WAIT)).isTrue();
            other.unlock();
        }
        stop.set(true);
        for (Pending<?> one : busy) {
            one.join();
        }
        assertFree(lock);
    }

    @Test
    @ContractRule("C15")
    void aFairLockAndSenselessTimesAreRefused() {
        Mortise node = node();
        if (node.store().traits().pushesGrants()) {
            assertThatThrownBy(() -> node.fairLock(name(), BARGING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("order");
        }
        for (Duration senseless : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> LockOptions.defaults().barging(senseless))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(senseless.toString());
        }
    }

    private DistributedLock bargingLock() {
        return node(builder -> builder.slice(LONG_SLICE)).lock(name(), BARGING);
    }

    private boolean sparesTokens() {
        return node().store().traits().sparesTokens();
    }
}
