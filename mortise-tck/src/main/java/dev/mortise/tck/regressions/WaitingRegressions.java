package dev.mortise.tck.regressions;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.Pending;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong with waiting in Redisson's lock; numbers are issues of redisson/redisson. */
public abstract class WaitingRegressions extends ContractGroup {

    /** A waiter looks by itself after this time at the latest. */
    private static final Duration SLOW_POLL = Duration.ofSeconds(3);

    /** A waiter that does not get a free lock for so long is stuck. */
    private static final Duration STUCK = Duration.ofSeconds(60);

    protected WaitingRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName(
            "Redisson: A waiter that took the wake-up at its own deadline gave up with it: the next slept out the lease")
    @ContractRule("C5")
    void redissonLostWakeUpAtDeadline() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        for (int i = 0; i < 8; i++) {
            Hold hold = locked(lock);
            // A lock that is handed over begins with a short lease, which the skip would end.
            Eventually.eventually(
                    "the whole lease is confirmed", () -> hold.remaining().compareTo(THIRD) > 0);
            Actor first = actor();
            Actor second = actor();
            Pending<Boolean> atDeadline = first.begin(() -> {
                try {
                    boolean got = other.tryLock(IN_VAIN);
                    if (got) {
                        unlockIfHeld(other);
                    }
                    return got;
                } catch (StoreUnavailableException answeredTooLate) {
                    return false;
                }
            });
            awaitWaiters(other, 1);
            Pending<@Nullable Void> next = second.start(() -> {
                other.lock();
                unlockIfHeld(other);
            });
            second.awaitParked(next);
            Pending<@Nullable Void> deadline = actor().start(() -> skip(IN_VAIN));
            lock.unlock();
            deadline.join();
            stopTime(); // nobody finds it by a look
            atDeadline.join();
            next.join();
            runTime();
        }
    }

    @Test
    @DisplayName("Redisson 5070, 6539: after a lost message waiters slept out the lease one after another")
    void redisson6539WaitersSleepOutTheLease() throws Exception {
        time();
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(deaf)).lock(name());
        DistributedLock lock = newLock();
        deaf.dropMessages(true);
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        lock.unlock();
        skip(SLOW_POLL);
        got.join();
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
            releaseIfHeld(joined(wait));
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
        joined(last).release();
        assertFree(lock);
    }

    private static OwnedHold joined(CompletableFuture<OwnedHold> wait) {
        SafetyViolation.checked(() -> Eventually.within(STUCK, "the waiter gets in", wait::isDone));
        return wait.join();
    }
}
