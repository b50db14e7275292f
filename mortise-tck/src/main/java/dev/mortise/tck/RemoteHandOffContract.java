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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Remote hand-off: a release grants the lock to the next in the store's queue and tells only that one. */
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
        lock.lock();
        long before = lock.hold().orElseThrow().token();
        Mortise other = node();
        Actor waiter = actor();
        Pending<Long> wait = waiter.begin(() -> {
            other.lock(name()).lock();
            return other.lock(name()).hold().orElseThrow().token();
        });
        awaitWaiters(lock, 1);
        lock.unlock();
        LockView view = lock.inspect();
        assertThat(holder(view).nodeId()).isEqualTo(other.nodeId());
        assertThat(holder(view).owner()).isEqualTo("thread " + waiter.thread().getId());
        assertThat(view.waiters()).isEmpty();
        assertThat(wait.join()).isEqualTo(holder(view).token()).isGreaterThan(before);
        waiter.run(other.lock(name())::unlock);
        assertFree(lock);
    }

    @Test
    void aWaiterNeedNotAskForAGrantThatWasPushed() throws Exception {
        if (onlyWakes()) {
            return;
        }
        FaultyStore cut = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(cut)).lock(name());
        DistributedLock lock = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        cut.fail(Fault.NOT_SENT);
        lock.unlock();
        wait.join();
        cut.fail(Fault.NONE);
        waiter.run(other::unlock);
    }

    @Test
    void aPushedLeaseIsProvisionalUntilTheHoldLasts() throws Exception {
        if (onlyWakes()) {
            return;
        }
        DistributedLock lock = newLock();
        Actor waiter = pushedTo(lock, Lease.watchdog());
        Duration atFirst = holder(lock.inspect()).remaining();
        boolean stalled = since(pushedAt).compareTo(PROVISIONAL.dividedBy(3)) > 0; // so that it may be confirmed by now
        assertThat(stalled || atFirst.compareTo(PROVISIONAL) <= 0)
                .as("%s remain", atFirst)
                .isTrue();
        Eventually.eventually(
                "the whole lease", () -> holder(lock.inspect()).remaining().compareTo(PROVISIONAL) > 0);
        assertThat(waiter.call(() -> lockOf(waiter).isHeldByCurrentThread())).isTrue();
        waiter.run(() -> lockOf(waiter).unlock());
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseIsConfirmedAndEndsByItself() throws Exception {
        if (onlyWakes()) {
            return;
        }
        Duration lease = Duration.ofMillis(1_800);
        DistributedLock lock = newLock();
        Actor waiter = pushedTo(lock, Lease.of(lease));
        long pushed = System.nanoTime();
        Hold hold = waiter.call(() -> lockOf(waiter).hold().orElseThrow());
        Eventually.eventually(
                "more than the provisional lease", () -> since(pushed).compareTo(PROVISIONAL) > 0);
        assertThat(hold.isValid()).isTrue();
        Eventually.eventually("it ends by itself", () -> !lock.isLocked());
        assertThat(hold.isValid()).isFalse();
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
        lock.lock();
        List<String> order = new CopyOnWriteArrayList<>();
        Actor mine = actor();
        Pending<@Nullable Void> mineWaits = mine.start(() -> lock.run(hold -> order.add("one")));
        mine.awaitParked(mineWaits);
        Actor theirs = actor();
        Pending<@Nullable Void> theirsWait = theirs.start(() -> {
            other.lock();
            order.add("other");
        });
        awaitWaiters(lock, 1);
        lock.unlock();
        LockView view = lock.inspect();
        assertThat(view.waiters())
                .extracting(LockView.Waiter::owner)
                .containsExactly("thread " + mine.thread().getId());
        theirsWait.join();
        assertThat(mineWaits.isDone()).isFalse();
        theirs.run(other::unlock);
        mineWaits.join();
        assertThat(order).containsExactly("other", "one");
        assertFree(lock);
    }

    /** So that its node would hear of its turn, if it did not before. */
    private void hasWaitedFor(DistributedLock lock, DistributedLock other) {
        OwnedHold before = other.acquire();
        CompletableFuture<OwnedHold> waits = lock.acquireAsync();
        awaitWaiters(lock, 1);
        before.release();
        waits.join().release();
    }

    @Test
    void withNobodyElseTheReleaseGrantsTheLockToTheNextOfItsNode() throws Exception {
        if (onlyWakes()) {
            return;
        }
        FaultyStore counting = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(counting)
                        .slice(Duration.ZERO)
                        .watchdogLease(Duration.ofMinutes(1))) // no renewal is counted
                .lock(name());
        Eventually.eventually("listening", counting::listening);
        lock.lock();
        long before = lock.hold().orElseThrow().token();
        Actor next = actor();
        Pending<@Nullable Void> wait = next.start(lock::lock);
        next.awaitParked(wait);
        int requests = counting.requests();
        lock.unlock();
        wait.join();
        assertThat(counting.requests() - requests).as("requests of the release").isEqualTo(1);
        assertThat(next.call(() -> lock.hold().orElseThrow().token())).isGreaterThan(before);
        next.run(lock::unlock);
    }

    @Test
    void aGrantForNobodyIsGivenBack() throws Exception {
        if (onlyWakes()) {
            return;
        }
        Mortise node = node();
        DistributedLock lock = newLock();
        lock.lock();
        LockId id = new LockId(LockId.LOCK, name());
        Ask nobodys = new Ask(id, 1L << 45, "7", 5_000, true, false);
        Eventually.eventually("listening", () -> node.store().listening());
        Eventually.eventually("enlisted", () -> isEnlisted(node.store(), nobodys));
        awaitWaiters(lock, 1);
        lock.unlock();
        Eventually.within(PROVISIONAL.minusMillis(100), "given back before its lease ends", () -> !lock.isLocked());
    }

    private static boolean isEnlisted(Store store, Ask ask) {
        try {
            Outcome<Answer> outcome = store.acquire(ask)
                    .await(System.nanoTime() + Duration.ofSeconds(5).toNanos(), false);
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
        lock.lock();
        Actor first = actor();
        Pending<@Nullable Void> interrupted = first.start(other::lockInterruptibly);
        awaitWaiters(lock, 1);
        Actor second = actor();
        Pending<@Nullable Void> inherits = second.start(other::lock);
        second.awaitParked(inherits);
        Actor last = actor();
        Pending<@Nullable Void> behind = last.start(third::lock);
        awaitWaiters(lock, 2);
        first.interrupt();
        assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
        lock.unlock();
        inherits.join();
        assertThat(behind.isDone()).as("who came later waits").isFalse();
        String owner = "thread " + second.thread().getId();
        Eventually.eventually(
                "the store knows who has it",
                () -> holder(lock.inspect()).owner().equals(owner));
        second.run(other::unlock);
        behind.join();
        last.run(third::unlock);
    }

    /** Whether the store pushes nothing: then what it does is shown by {@link WaitingContract}. */
    private boolean onlyWakes() {
        return !node().store().traits().pushesGrants();
    }

    private static LockView.Holder holder(LockView view) {
        return Objects.requireNonNull(view.holder());
    }

    private @Nullable DistributedLock pushed;
    private long pushedAt;

    private DistributedLock lockOf(Actor waiter) {
        return Objects.requireNonNull(pushed, () -> "nothing was pushed to " + waiter.thread());
    }

    /** A thread of another node waits for the lock with that lease, and is pushed it. */
    private Actor pushedTo(DistributedLock lock, Lease lease) throws Exception {
        DistributedLock other = newLock();
        pushed = other;
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(() -> other.lock(lease));
        awaitWaiters(lock, 1);
        pushedAt = System.nanoTime();
        lock.unlock();
        wait.join();
        return waiter;
    }
}
