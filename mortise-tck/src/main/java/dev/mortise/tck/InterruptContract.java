package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What an interrupt does to a call, and that it leaves nothing behind. */
public abstract class InterruptContract extends ContractGroup {

    protected InterruptContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C4")
    void lockGoesOnWaitingAndRestoresTheFlag() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<Boolean> got = waiter.begin(() -> {
            other.lock();
            return Thread.interrupted();
        });
        awaitWaiters(lock, 1);
        waiter.interrupt();
        awaitUnmoved(waiter, got);
        waiter.interrupt();
        lock.unlock();
        assertThat(got.join()).as("flag restored").isTrue();
        assertThat(waiter.call(() -> other.isHeldByCurrentThread())).isTrue();
        waiter.run(other::unlock);
    }

    @Test
    @ContractRule("C4")
    void acquireGoesOnWaitingAndRestoresTheFlag() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<Boolean> got = waiter.begin(() -> {
            var hold = other.acquire();
            boolean flag = Thread.interrupted();
            hold.release();
            return flag;
        });
        awaitWaiters(lock, 1);
        waiter.interrupt();
        awaitUnmoved(waiter, got);
        lock.unlock();
        assertThat(got.join()).isTrue();
    }

    /** Waits until the thread has seen an interrupt, and sleeps again in its call. */
    private static void awaitUnmoved(Actor waiter, Pending<?> call) {
        Eventually.eventually("the interrupt is seen", () -> !waiter.thread().isInterrupted());
        waiter.awaitParked(call);
    }

    @Test
    @ContractRule("C4")
    void lockWithTheFlagSetLocksAndKeepsTheFlag() {
        DistributedLock lock = newLock();
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.inspect().holder()).isNotNull();
        lock.unlock();
        lock.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C4")
    void interruptibleFormsWithTheFlagSetThrowAndTakeNothing() {
        DistributedLock lock = newLock();
        assertInterruptedOnEntry(lock::lockInterruptibly);
        assertInterruptedOnEntry(() -> lock.lockInterruptibly(1, TimeUnit.SECONDS));
        assertInterruptedOnEntry(() -> lock.tryLock(1, TimeUnit.SECONDS));
        assertInterruptedOnEntry(() -> lock.tryLock(Duration.ZERO));
        assertInterruptedOnEntry(() -> lock.tryAcquire(Duration.ofSeconds(1)));
        assertInterruptedOnEntry(() -> lock.tryRun(Duration.ofSeconds(1), hold -> {}));
        assertFree(lock);
    }

    @Test
    @ContractRule("C4")
    void lockInterruptiblyIsInterruptedAtOnceWhileParked() throws Exception {
        assertInterruptible(DistributedLock::lockInterruptibly);
    }

    @Test
    @ContractRule("C4")
    void tryLockWithAWaitIsInterruptedAtOnceWhileParked() throws Exception {
        assertInterruptible(lock -> lock.tryLock(1, TimeUnit.MINUTES));
    }

    @Test
    @ContractRule("C4")
    void tryAcquireWithAWaitIsInterruptedAtOnceWhileParked() throws Exception {
        assertInterruptible(lock -> lock.tryAcquire(Duration.ofMinutes(1)));
    }

    @Test
    @ContractRule("C4")
    void aWaiterInTheLocalQueueIsInterruptedAtOnce() throws Exception {
        time();
        DistributedLock lock = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(lock::lockInterruptibly);
        waiter.awaitParked(wait);
        stopTime();
        waiter.interrupt();
        assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
        runTime();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    @ContractRule("C4")
    void anInterruptedSpeakerDoesNotHoldUpTheNext() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor speaker = actor();
        Pending<@Nullable Void> wait = speaker.start(other::lockInterruptibly);
        awaitWaiters(lock, 1);
        Actor next = actor();
        Pending<@Nullable Void> nextWait = next.start(other::lock);
        next.awaitParked(nextWait);
        speaker.interrupt();
        assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
        awaitWaiters(lock, 1);
        stopTime();
        lock.unlock();
        nextWait.join();
        runTime();
        next.run(() -> unlockIfHeld(other));
        assertFree(lock);
    }

    @Test
    @ContractRule("C4")
    void interruptsAtAnyMomentLeaveNothingBehind(TestReporter reporter) throws Exception {
        long seed = new Random().nextLong();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Actor actor = actor();
        for (int round = 0; round < 150; round++) {
            Pending<Boolean> call = actor.begin(() -> {
                try {
                    lock.lockInterruptibly();
                } catch (InterruptedException e) {
                    return false;
                }
                lock.unlock();
                return true;
            });
            LockSupport.parkNanos(random.nextInt(300_000));
            actor.interrupt();
            call.join();
            actor.call(Thread::interrupted);
            SafetyViolation.check(
                    other.tryLock(LONG_WAIT),
                    "Nobody holds the lock after round " + round + ", seed " + seed + ", but it is taken.");
            other.unlock();
        }
        assertFree(lock);
    }

    private void assertInterruptible(Form form) throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        Actor waiter = actor();
        Pending<Boolean> wait = waiter.begin(() -> {
            try {
                form.call(other);
                return false;
            } catch (InterruptedException e) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                return true;
            }
        });
        awaitWaiters(lock, 1);
        stopTime();
        waiter.interrupt();
        assertThat(wait.join()).isTrue();
        runTime();
        assertNoWaiters(lock);
        lock.unlock();
        assertFree(lock);
    }

    private static void assertInterruptedOnEntry(Actor.Act act) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(act::run).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A call on a lock. */
    private interface Form {
        void call(DistributedLock lock) throws Exception;
    }
}
