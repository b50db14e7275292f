package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Store;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A hold that ends without its owner's doing. */
public abstract class LossContract extends ContractGroup {

    protected LossContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C9")
    void aHoldEndedByForceIsLost() {
        Recorder events = new Recorder();
        Store store = underTest().newStore();
        DistributedLock lock =
                node(builder -> builder.store(store).listener(events)).lock(name());
        Eventually.eventually("the node can be told", store::listening);
        lock.lock();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        assertThat(newLock().forceUnlock()).isTrue();
        Eventually.eventually("the loss is known", () -> !hold.isValid());
        assertLost(lock, hold);
        LockEvent.Lost told = events.await(LockEvent.Lost.class);
        assertThat(told.cause()).isEqualTo(LossCause.FORCED);
        assertThat(told.token()).isEqualTo(hold.token());
        assertLost(lock::unlock);
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C9")
    void aHoldThatExpiresIsLost() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Hold hold = lockedFor(SHORT_LEASE, lock);
        Eventually.eventually("the loss is known", () -> !hold.isValid());
        assertLost(lock, hold);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.EXPIRED);
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C8")
    void aHoldNeverSaysItIsValidAfterItsDeadline() {
        DistributedLock lock = newLock();
        Hold hold = lockedFor(SHORT_LEASE, lock);
        long latest = nanos() + SHORT_LEASE.toNanos();
        boolean valid = true;
        while (valid) {
            long before = nanos();
            valid = hold.isValid();
            long late = before - latest;
            SafetyViolation.check(
                    !valid || late < 0, "The hold says that it is valid " + late + " ns after its deadline.");
        }
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C8")
    void whatAHoldSaysRemainsIsNeverMoreThanTheServerKeeps() {
        DistributedLock lock = newLock();
        Duration lease = Duration.ofSeconds(3); // the drift that a hold leaves off is a part of it
        for (int i = 0; i < 20; i++) {
            Hold hold = lockedFor(lease, lock);
            Duration server = lock.remainingLease();
            Duration here = hold.remaining();
            SafetyViolation.check(
                    here.isZero() || here.compareTo(server) < 0,
                    "The owner believes in " + here + ", and the server keeps " + server + ".");
            unlockIfHeld(lock);
        }
    }

    @Test
    @ContractRule("C9")
    void eachOutstandingUnlockThrowsAndNoMore() {
        DistributedLock lock = newLock();
        for (int i = 0; i < 3; i++) {
            lock.lock();
        }
        long token = lock.hold().orElseThrow().token();
        awaitMessages();
        lock.forceUnlock();
        Eventually.eventually("the loss is known", () -> !lock.isHeldByCurrentThread());
        for (int i = 0; i < 3; i++) {
            assertLost(lock::unlock)
                    .satisfies(lost ->
                            assertThat(((HoldLostException) lost).token()).isEqualTo(token));
        }
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(HoldLostException.class);
    }

    @Test
    @ContractRule("C1")
    @ContractRule("C9")
    void theExceptionNamesLockOwnerTimeReasonAndNextStep() {
        Mortise node = node();
        DistributedLock lock = node.lock(name());
        long asked = System.nanoTime();
        long token = lockedFor(SHORT_LEASE, lock).token();
        Duration asking = since(asked);
        Eventually.eventually("the loss is known", () -> !lock.isHeldByCurrentThread());
        HoldLostException lost = catchThrowableOfType(HoldLostException.class, lock::unlock);
        assertThat(lost).hasMessageContaining("'" + name() + "'");
        assertThat(lost).hasMessageContaining("node id: " + node.nodeId() + " thread-id: ");
        assertThat(lost).hasMessageContaining("its lease was over");
        assertThat(lost).hasMessageContaining("token " + token);
        assertThat(lost).hasMessageContaining("Check what was written under it");
        assertThat(lost.reason()).isEqualTo(LossCause.EXPIRED);
        assertThat(lost.lockName()).contains(name());
        assertThat(lost.owner().orElseThrow()).contains(node.nodeId());
        assertThat(lost.elapsed()).isBetween(SHORT_LEASE.minusMillis(20).minus(asking), since(asked));
    }

    @Test
    @ContractRule("C9")
    void reentryOfALostHoldThrowsOnceAndThenBeginsAnew() {
        DistributedLock lock = newLock();
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        awaitMessages();
        newLock().forceUnlock();
        Eventually.eventually("the loss is known", () -> !lock.isHeldByCurrentThread());
        assertLost(lock::lock);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        lock.lock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertGrown(token, lock.hold().orElseThrow().token());
        lock.unlock();
        assertFree(lock);
    }

    @Test
    @ContractRule("C9")
    void tryLockOnALostHoldThrowsToo() throws Exception {
        DistributedLock lock = newLock();
        lock.lock(SHORT_LEASE);
        Eventually.eventually("the loss is known", () -> !lock.isHeldByCurrentThread());
        assertLost(lock::tryLock);
        assertThat(lock.tryLock(LONG_WAIT)).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C9")
    void listenersAreToldOnceAndLateOnesAtOnce() {
        DistributedLock lock = newLock();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        AtomicReference<@Nullable Hold> early = new AtomicReference<>();
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<@Nullable String> thread = new AtomicReference<>();
        hold.onLost(lost -> {
            thread.set(Thread.currentThread().getName());
            calls.incrementAndGet();
            early.set(lost); // last: it is what is waited for
        });
        awaitMessages();
        lock.forceUnlock();
        Eventually.eventually("told", () -> early.get() == hold);
        assertThat(thread.get()).startsWith("mortise-events");
        AtomicInteger late = new AtomicInteger();
        hold.onLost(lost -> late.incrementAndGet());
        Eventually.eventually("told late", () -> late.get() == 1);
        assertLost(lock::unlock);
        assertThat(calls).hasValue(1);
        assertThat(late).hasValue(1);
    }

    @Test
    @ContractRule("C9")
    void listenersAreNotToldOfARelease() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        Hold hold = lockedFor(LONG_LEASE, lock);
        AtomicInteger calls = new AtomicInteger();
        hold.onLost(lost -> calls.incrementAndGet());
        lock.unlock();
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.count()).isZero();
        assertThat(hold.remaining()).isZero();
        hold.onLost(lost -> calls.incrementAndGet());
        skip(LONG_LEASE);
        letTheWatchdogPass(node, events);
        assertThat(calls).hasValue(0);
    }

    @Test
    @ContractRule("C9")
    void theOwnerThreadIsInterruptedIfAskedFor() throws Exception {
        DistributedLock asked = node().lock(name(), LockOptions.defaults().interruptOnLoss());
        Actor owner = actor();
        Pending<Boolean> interrupted = owner.begin(() -> {
            asked.lock(SHORT_LEASE);
            try {
                return new CountDownLatch(1).await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                return true;
            }
        });
        assertThat(interrupted.join()).isTrue();
        assertLost(() -> owner.run(asked::unlock));
    }

    @Test
    @ContractRule("C9")
    void theOwnerThreadIsNotInterruptedOtherwise() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(SHORT_LEASE);
        events.await(LockEvent.Lost.class);
        assertThat(Thread.interrupted()).isFalse();
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C9")
    @ContractRule("C10")
    void aLateUnlockDoesNotFreeTheNextOwnersLock() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock next = newLock();
        lock.lock(SHORT_LEASE);
        assertThat(next.tryLock(LONG_WAIT)).isTrue();
        Hold nextHold = next.hold().orElseThrow();
        assertLost(lock::unlock);
        assertKept(nextHold, next.isLocked());
        next.unlock();
    }

    @Test
    @ContractRule("C9")
    void aLateUnlockDoesNotFreeTheNextLocalOwnersLock() throws Exception {
        DistributedLock lock = newLock();
        Actor next = actor();
        lock.lock(SHORT_LEASE);
        assertThat(next.call(() -> lock.tryLock(LONG_WAIT))).isTrue();
        Hold nextHold = next.call(() -> lock.hold().orElseThrow());
        assertLost(lock::unlock);
        assertKept(nextHold, lock.isLocked());
        next.run(lock::unlock);
    }

    @Test
    @ContractRule("C9")
    void aLostObjectHoldSaysSoAtEveryRelease() {
        DistributedLock lock = newLock();
        OwnedHold hold = lock.acquire();
        awaitMessages();
        lock.forceUnlock();
        Eventually.eventually("the loss is known", () -> !hold.isValid());
        assertThat(hold.count()).isZero();
        assertLost(hold::release).hasMessageContaining("object: ");
        assertLost(() -> join(hold.releaseAsync()));
    }

    @Test
    void waitersGetInAtOnceAfterForce() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        awaitWaiters(lock, 1);
        DistributedLock third = newLock();
        stopTime();
        third.forceUnlock();
        got.join();
        runTime();
        assertLost(lock::unlock);
        waiter.run(() -> unlockIfHeld(other));
    }

    @Test
    void forceOnAFreeLockIsFalse() {
        assertThat(newLock().forceUnlock()).isFalse();
    }

    @Test
    @ContractRule("C9")
    void runNeverMasksWhatTheTaskThrows() {
        DistributedLock lock = newLock();
        IllegalStateException mine = new IllegalStateException("mine");
        assertThatThrownBy(() -> lock.run(hold -> {
                    lock.forceUnlock();
                    throw mine;
                }))
                .isSameAs(mine)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()[0]).isInstanceOf(HoldLostException.class));
        assertLost(() -> lock.run(hold -> lock.forceUnlock()));
        assertThatThrownBy(() -> lock.call(hold -> {
                    throw mine;
                }))
                .isSameAs(mine);
        assertFree(lock);
    }

    private static void assertLost(DistributedLock lock, Hold hold) {
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.count()).isZero();
        assertThat(hold.remaining()).isZero();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.hold()).isEmpty();
    }
}
