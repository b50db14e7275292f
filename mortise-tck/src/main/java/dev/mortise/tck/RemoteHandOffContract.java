package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Store;
import dev.mortise.tck.FaultyStore.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Remote hand-off: a release grants the lock to the next in the store's queue and tells only that one. */
@Tag("timing")
public abstract class RemoteHandOffContract extends ContractGroup {

    /** What a pushed grant has until it is confirmed. */
    private static final Duration PROVISIONAL = Duration.ofSeconds(1);

    protected RemoteHandOffContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void whoWaitsHasTheLockAsSoonAsItIsReleased() throws Exception {
        if (onlyWakes()) {
            return;
        }
        DistributedLock lock = newLock();
        Mortise other = node();
        untilInTime(() -> {
            long before = locked(lock).token();
            Actor waiter = actor();
            Pending<Optional<Hold>> wait = waiter.begin(() -> {
                other.lock(name()).lock();
                return other.lock(name()).hold();
            });
            awaitWaiters(lock, 1);
            long released = nanos();
            lock.unlock();
            LockView view = lock.inspect();
            Optional<Hold> hold = wait.join();
            boolean inTime = isInTime(released);
            waiter.run(() -> unlockIfHeld(other.lock(name())));
            if (inTime) {
                long token = hold.orElseThrow().token();
                assertGrown(before, token);
                assertThat(holder(view).nodeId()).isEqualTo(other.nodeId());
                assertThat(holder(view).owner())
                        .isEqualTo("thread " + waiter.thread().getId());
                assertThat(holder(view).token()).isEqualTo(token);
                assertThat(view.waiters()).isEmpty();
            }
            return inTime;
        });
        assertFree(lock);
    }

    @Test
    void aWaiterNeedNotAskForAGrantThatWasPushed() throws Exception {
        if (onlyWakes()) {
            return;
        }
        time();
        FaultyStore cut = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(cut)).lock(name());
        DistributedLock lock = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        stopTime();
        cut.fail(Fault.NOT_SENT);
        lock.unlock();
        wait.join();
        cut.fail(Fault.NONE);
        runTime();
        waiter.run(() -> unlockIfHeld(other));
    }

    @Test
    void aPushedLeaseIsProvisionalUntilTheHoldLasts() throws Exception {
        if (onlyWakes()) {
            return;
        }
        time();
        DistributedLock lock = newLock();
        OwnedHold hold = pushedAndKept(lock, Lease.watchdog());
        Eventually.eventually(
                "the whole lease", () -> holder(lock.inspect()).remaining().compareTo(PROVISIONAL) > 0);
        assertThat(hold.isValid()).isTrue();
        hold.release();
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseIsConfirmedAndEndsByItself() throws Exception {
        if (onlyWakes()) {
            return;
        }
        time();
        DistributedLock lock = newLock();
        OwnedHold hold = pushedAndKept(lock, Lease.of(LONG_LEASE));
        assertThat(holder(lock.inspect()).remaining()).isBetween(PROVISIONAL, LONG_LEASE);
        skip(LONG_LEASE);
        assertThat(hold.isValid()).isFalse();
        lock.forceUnlock();
    }

    @Test
    void theNextOfANodeStandsInTheQueueWithTheReleaseOfItsNode() throws Exception {
        if (onlyWakes()) {
            return;
        }
        Mortise one = node(builder -> builder.slice(Duration.ZERO));
        DistributedLock lock = one.lock(name());
        DistributedLock other = newLock();
        hasWaitedFor(lock, other);
        untilInTime(() -> {
            lock.lock();
            List<String> order = new CopyOnWriteArrayList<>();
            Actor mine = actor();
            Pending<@Nullable Void> mineWaits = mine.start(() -> {
                lock.lock();
                order.add("one");
                unlockIfHeld(lock);
            });
            mine.awaitParked(mineWaits);
            Actor theirs = actor();
            Pending<@Nullable Void> theirsWait = theirs.start(() -> {
                other.lock();
                order.add("other");
            });
            awaitWaiters(lock, 1);
            long released = nanos();
            lock.unlock();
            LockView view = lock.inspect();
            theirsWait.join();
            boolean tooEarly = mineWaits.isDone();
            boolean inTime = isInTime(released);
            theirs.run(() -> unlockIfHeld(other));
            mineWaits.join();
            if (inTime) {
                assertThat(view.waiters())
                        .extracting(LockView.Waiter::owner)
                        .containsExactly("thread " + mine.thread().getId());
                assertThat(tooEarly).isFalse();
                assertThat(order).containsExactly("other", "one");
            }
            return inTime;
        });
        assertFree(lock);
    }

    /** So that its node would hear of its turn, if it did not before. */
    private void hasWaitedFor(DistributedLock lock, DistributedLock other) {
        OwnedHold before = other.acquire();
        CompletableFuture<OwnedHold> waits = lock.acquireAsync();
        awaitWaiters(lock, 1);
        releaseIfHeld(before);
        releaseIfHeld(waits.join());
    }

    @Test
    void withNobodyElseTheReleaseGrantsTheLockToTheNextOfItsNode() throws Exception {
        if (onlyWakes()) {
            return;
        }
        time();
        FaultyStore counting = new FaultyStore(underTest().newStore());
        DistributedLock lock =
                node(builder -> builder.store(counting).slice(Duration.ZERO)).lock(name());
        Eventually.eventually("listening", counting::listening);
        lock.lock();
        long before = lock.hold().orElseThrow().token();
        Actor next = actor();
        Pending<Hold> wait = next.begin(() -> lock.lockAsync().join());
        next.awaitParked(wait);
        stopTime(); // so that neither renewals nor looks are counted
        int requests = counting.requests();
        lock.unlock();
        Hold granted = wait.join();
        assertThat(counting.requests() - requests).as("requests of the release").isEqualTo(1);
        assertGrown(before, granted.token());
        runTime();
        next.run(() -> unlockIfHeld(lock));
    }

    @Test
    void aGrantForNobodyIsGivenBack() throws Exception {
        if (onlyWakes()) {
            return;
        }
        time();
        FaultyStore counting = new FaultyStore(underTest().newStore());
        Mortise node = node(builder -> builder.store(counting));
        DistributedLock lock = newLock();
        lock.lock();
        LockId id = new LockId(LockId.LOCK, name());
        Ask nobodys = new Ask(id, 1L << 45, "7", 5_000, true, false);
        Eventually.eventually("listening", () -> node.store().listening());
        Eventually.eventually("enlisted", () -> isEnlisted(node.store(), nobodys));
        awaitWaiters(lock, 1);
        stopTime();
        int before = counting.requests();
        lock.unlock();
        Eventually.eventually(
                "its node has said that it does not want it, and does not wait for its end",
                () -> counting.requests() > before);
        assertGivenBack(lock);
    }

    private static boolean isEnlisted(Store store, Ask ask) {
        try {
            Outcome<Answer> outcome = store.acquire(ask)
                    .await(System.nanoTime() + Duration.ofSeconds(20).toNanos(), false);
            return outcome instanceof Outcome.Done<Answer> done
                    && done.value() instanceof Answer.Refused refused
                    && refused.enlisted();
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }

    @Test
    @ContractRule("C4")
    void whoTakesOverThePlaceOfAnotherGetsItsGrant() throws Exception {
        if (onlyWakes()) {
            return;
        }
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        DistributedLock third = newLock();
        untilInTime(() -> {
            lock.lock();
            List<String> order = new CopyOnWriteArrayList<>();
            Actor first = actor();
            Pending<@Nullable Void> interrupted = first.start(other::lockInterruptibly);
            awaitWaiters(lock, 1);
            Actor second = actor();
            Pending<Optional<Hold>> inherits = second.begin(() -> {
                other.lock();
                order.add("second");
                return other.hold();
            });
            second.awaitParked(inherits);
            Pending<@Nullable Void> last = actor().start(() -> {
                third.lock();
                order.add("last");
                unlockIfHeld(third);
            });
            awaitWaiters(lock, 2);
            first.interrupt();
            assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
            long released = nanos();
            lock.unlock();
            Optional<Hold> hold = inherits.join();
            boolean inTime = isInTime(released);
            String owner = "thread " + second.thread().getId();
            Eventually.eventually(
                    "the store knows who has it, or it is lost",
                    () -> !isValid(hold) || isHeldBy(owner, lock.inspect()));
            boolean kept = isValid(hold);
            second.run(() -> unlockIfHeld(other));
            last.join();
            if (inTime) {
                assertThat(order).containsExactly("second", "last");
            }
            return inTime && kept;
        });
    }

    private static boolean isValid(Optional<Hold> hold) {
        return hold.isPresent() && hold.get().isValid();
    }

    /** Whether the store pushes nothing: then what it does is shown by {@link WaitingContract}. */
    private boolean onlyWakes() {
        return !node().store().traits().pushesGrants();
    }

    private static boolean isHeldBy(String owner, LockView view) {
        LockView.Holder holder = view.holder();
        return holder != null && holder.owner().equals(owner);
    }

    /** Repeats an attempt until the machine was quick enough for a provisional lease. */
    private static void untilInTime(Callable<Boolean> attempt) throws Exception {
        for (int attempts = 0; attempts < 5; attempts++) {
            if (attempt.call()) {
                return;
            }
        }
        throw new AssertionError("Five times the machine stalled for a part of " + PROVISIONAL + ".");
    }

    /** Whether a lease of {@link #PROVISIONAL} that began after that moment, by {@link #nanos}, has certainly not ended. */
    private boolean isInTime(long moment) {
        return nanos() - moment < PROVISIONAL.multipliedBy(3).dividedBy(4).toNanos();
    }

    private static LockView.Holder holder(LockView view) {
        return Objects.requireNonNull(view.holder());
    }

    /**
     * Another node waits for the lock with that lease, and is pushed it. Fails unless the lease is provisional at first
     * and is confirmed then; tried again if the machine stalls for as long as a provisional lease.
     */
    private OwnedHold pushedAndKept(DistributedLock lock, Lease lease) throws Exception {
        DistributedLock other = newLock();
        for (int attempt = 0; attempt < 5; attempt++) {
            lock.lock();
            CompletableFuture<OwnedHold> wait = other.acquireAsync(lease);
            awaitWaiters(lock, 1);
            stopTime(); // so that it is not confirmed
            lock.unlock();
            OwnedHold hold = join(wait);
            LockView.Holder atFirst = lock.inspect().holder();
            runTime();
            if (atFirst != null) {
                assertThat(atFirst.remaining()).isLessThanOrEqualTo(PROVISIONAL);
                Eventually.eventually(
                        "confirmed, or over",
                        () -> !hold.isValid() || hold.remaining().compareTo(PROVISIONAL) > 0);
            }
            if (hold.isValid()) {
                return hold;
            }
            releaseIfHeld(hold);
        }
        throw new AssertionError("Five times the machine stalled for " + PROVISIONAL + ".");
    }
}
