package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The forms that give a future. */
public abstract class AsyncContract extends ContractGroup {

    protected AsyncContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C11")
    void lockAsyncBelongsToTheThreadThatCalled() throws Exception {
        DistributedLock lock = newLock();
        Hold hold = lock.lockAsync().join();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.hold()).containsSame(hold);
        assertThat(actor().start(lock::unlock).failure()).isInstanceOf(IllegalMonitorStateException.class);
        lock.unlock();
        assertFree(lock);
    }

    @Test
    @ContractRule("C11")
    void theCallerIsCapturedThoughTheLockComesLater() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        other.lock();
        Actor caller = actor();
        CompletableFuture<Hold> future = caller.call(() -> lock.lockAsync());
        awaitWaiters(other, 1);
        other.unlock();
        Hold hold = join(future);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(caller.call(lock::hold)).containsSame(hold);
        caller.run(lock::unlock);
    }

    @Test
    @ContractRule("C1")
    @ContractRule("C11")
    void tryLockAsyncTakesWhatIsFreeAndSaysWhatIsBusy() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        assertThat(lock.tryLockAsync().join()).isTrue();
        Hold held = lock.hold().orElseThrow();
        assertExcluded(held, other.tryLockAsync().join());
        assertExcluded(held, inVain(other, () -> other.tryLockAsync(IN_VAIN).join()));
        assertExcluded(held, other.tryAcquireAsync().join().isPresent());
        assertExcluded(
                held, inVain(other, () -> other.tryAcquireAsync(IN_VAIN).join()).isPresent());
        assertNoWaiters(lock);
        lock.unlockAsync().join();
        assertThat(other.tryLockAsync(20, 40, TimeUnit.SECONDS).join()).isTrue();
        assertThat(other.remainingLease()).isLessThanOrEqualTo(Duration.ofSeconds(40));
        other.unlock();
    }

    @Test
    @ContractRule("C11")
    void aWaitingFutureIsWokenByARelease() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        CompletableFuture<OwnedHold> future = other.acquireAsync();
        awaitWaiters(lock, 1);
        assertThat(future).isNotDone();
        stopTime();
        lock.unlock();
        OwnedHold hold = join(future);
        runTime();
        releaseIfHeld(hold);
    }

    @Test
    @ContractRule("C11")
    void unlockAsyncEndsWithTheExceptionsOfUnlock() {
        DistributedLock lock = newLock();
        assertThatThrownBy(() -> lock.unlockAsync().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalMonitorStateException.class);
        lock.lock(SHORT_LEASE);
        Eventually.eventually("the loss is known", () -> !lock.isHeldByCurrentThread());
        assertLost(() -> join(lock.unlockAsync()));
    }

    @Test
    @ContractRule("C11")
    void aCancelledFutureLeavesNothingBehind() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        CompletableFuture<Hold> future = other.lockAsync();
        CompletableFuture<Optional<OwnedHold>> second = other.tryAcquireAsync(Duration.ofMinutes(1));
        awaitWaiters(lock, 1);
        future.cancel(true);
        awaitWaiters(lock, 1);
        second.cancel(false);
        assertNoWaiters(lock);
        lock.unlock();
        assertFree(lock);
        assertThat(other.tryLock()).isTrue();
        assertThat(other.getHoldCount()).isEqualTo(1);
        other.unlock();
    }

    @Test
    @ContractRule("C11")
    void aFutureCompletedByTheUserLeavesNothingBehind() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        CompletableFuture<Boolean> future = other.tryLockAsync(Duration.ofMinutes(1));
        awaitWaiters(lock, 1);
        assertThat(future.complete(true)).isTrue();
        assertNoWaiters(lock);
        lock.unlock();
        assertFree(lock);
        assertThat(other.isHeldByCurrentThread()).isFalse();
    }

    @Test
    @ContractRule("C11")
    void cancellingAtAnyMomentLeavesNothingBehind(TestReporter reporter) throws Exception {
        long seed = new Random().nextLong();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        for (int round = 0; round < 150; round++) {
            CompletableFuture<OwnedHold> future = lock.acquireAsync();
            LockSupport.parkNanos(random.nextInt(300_000));
            if (!future.cancel(true)) {
                future.join().release();
            }
            SafetyViolation.check(
                    other.tryLock(LONG_WAIT),
                    "Nobody holds the lock after round " + round + ", seed " + seed + ", but it is taken.");
            other.unlock();
        }
        assertFree(lock);
    }

    @Test
    @ContractRule("C11")
    void userCodeRunsOnThreadsOfItsOwn() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        // Appended before the wait ends: a future that is complete would call it in this thread.
        CompletableFuture<String> failed = other.tryAcquireAsync(IN_VAIN)
                .thenApply(none -> Thread.currentThread().getName());
        assertThat(inVain(other, failed::join)).startsWith("mortise-async");
        CompletableFuture<String> waited = other.acquireAsync().thenApply(AsyncContract::releasedOn);
        awaitWaiters(lock, 1);
        lock.unlock();
        assertThat(join(waited)).startsWith("mortise-async");
    }

    @Test
    @ContractRule("C11")
    void userCodeRunsOnTheExecutorThatWasGiven() throws Exception {
        Actor mine = actor();
        DistributedLock lock = node(builder -> builder.asyncExecutor(task -> {
                    Pending<@Nullable Void> unused = mine.start(task::run);
                }))
                .lock(name());
        DistributedLock other = newLock();
        other.lock();
        CompletableFuture<String> waited = lock.acquireAsync().thenApply(AsyncContract::releasedOn);
        awaitWaiters(other, 1);
        other.unlock();
        assertThat(join(waited)).isEqualTo(mine.thread().getName());
    }

    @Test
    @ContractRule("C11")
    void userCodeThatBlocksHoldsUpNobody() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<@Nullable Void> blocked = new CompletableFuture<>();
        Actor holder = actor();
        holder.run(lock::lock);
        CompletableFuture<Void> blocking = lock.acquireAsync().thenAccept(hold -> {
            blocked.complete(null);
            awaitUninterruptibly(goOn);
            hold.release();
        });
        holder.run(lock::unlock);
        join(CompletableFuture.anyOf(blocked, blocking));
        assertThat(join(lock.tryAcquireAsync())).isEmpty();
        for (int third = 1; third <= 4; third++) {
            skipToRenewal(events, 1);
        }
        assertThat(lock.isLocked()).as("renewed meanwhile").isTrue();
        goOn.countDown();
        join(blocking);
        assertFree(lock);
    }

    @Test
    @ContractRule("C11")
    void acquireAsyncBelongsToTheObject() throws Exception {
        DistributedLock lock = newLock();
        OwnedHold hold = lock.acquireAsync(Lease.of(LONG_LEASE)).join();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.isLocked()).isTrue();
        actor().run(() -> hold.releaseAsync().join());
        assertThat(hold.isValid()).isFalse();
        assertFree(lock);
    }

    private static String releasedOn(OwnedHold hold) {
        hold.release();
        return Thread.currentThread().getName();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        Eventually.eventually("go on", () -> latch.getCount() == 0);
    }
}
