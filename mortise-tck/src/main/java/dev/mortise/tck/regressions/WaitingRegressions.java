package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.Pending;
import dev.mortise.tck.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong with waiting in Redisson's lock; numbers are issues of redisson/redisson. */
public abstract class WaitingRegressions extends ContractGroup {

    protected WaitingRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName(
            "Redisson: A waiter that took the wake-up at its own deadline gave up with it: the next slept out the lease")
    @ContractRule("C5")
    void redissonLostWakeUpAtDeadline() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        for (int i = 0; i < 8; i++) {
            lock.lock();
            Actor first = actor();
            Actor second = actor();
            Duration wait = Duration.ofMillis(60);
            long start = System.nanoTime();
            Pending<Boolean> atDeadline = first.begin(() -> {
                try {
                    boolean got = other.tryLock(wait);
                    if (got) {
                        other.unlock();
                    }
                    return got;
                } catch (StoreUnavailableException answeredTooLate) {
                    return false;
                }
            });
            Pending<@Nullable Void> next = second.start(() -> {
                other.lock();
                other.unlock();
            });
            while (since(start).compareTo(wait) < 0) {
                Thread.onSpinWait();
            }
            long released = System.nanoTime();
            lock.unlock();
            atDeadline.join();
            next.join();
            assertThat(since(released)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    @DisplayName("Redisson 5070, 6539: after a lost message waiters slept out the lease one after another")
    void redisson6539WaitersSleepOutTheLease() throws Exception {
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        DistributedLock lock =
                node(builder -> builder.watchdogLease(Duration.ofSeconds(30))).lock(name());
        deaf.dropMessages(true);
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        long released = System.nanoTime();
        lock.unlock();
        got.join();
        assertThat(since(released)).as("found by the slow poll").isLessThan(Duration.ofSeconds(5));
        waiter.run(other::unlock);
    }

    @Test
    @DisplayName("Redisson 4216, 5046, 1847: more than 250 contended names, and subscribing failed")
    void redisson4216ManyContendedNamesExhaustTheSubscriptions() {
        Mortise holder = node();
        Mortise waiter = node();
        List<DistributedLock> held = new ArrayList<>();
        List<CompletableFuture<OwnedHold>> waits = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            DistributedLock lock = holder.lock(name() + ":" + i);
            lock.lock();
            held.add(lock);
            waits.add(waiter.lock(lock.name()).acquireAsync());
        }
        held.forEach(DistributedLock::unlock);
        for (CompletableFuture<OwnedHold> wait : waits) {
            wait.orTimeout(10, TimeUnit.SECONDS).join().release();
        }
    }

    @Test
    @DisplayName("Redisson 6328, 4662: cancelled waiters piled up, and later ones were cancelled with them")
    @ContractRule("C11")
    void redisson6328CancelledWaitersPileUp() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        for (int i = 0; i < 300; i++) {
            other.acquireAsync().cancel(true);
        }
        CompletableFuture<OwnedHold> last = other.acquireAsync();
        awaitWaiters(lock, 1);
        lock.unlock();
        last.orTimeout(10, TimeUnit.SECONDS).join().release();
        assertFree(lock);
    }
}
