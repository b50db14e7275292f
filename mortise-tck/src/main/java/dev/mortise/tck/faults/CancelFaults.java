package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestReporter;

/**
 * Interrupts, time-outs and cancellations at every moment of an acquire and of a release, over a connection that is slow
 * enough to have many moments. Afterwards the lock is with its owner or free, and another gets it at once.
 */
@SuppressWarnings("this-escape") // actor() only notes it
public abstract class CancelFaults extends FaultGroup {

    /** What a reply takes. */
    private static final Duration TRIP = Duration.ofMillis(5);

    /** From the begin of a call to after its end. */
    private static final long LATEST_MICROS = 9_000;

    private static final long STEP_MICROS = 400;

    /** A call that is disturbed so many microseconds after its begin. */
    private interface Disturbed {
        void call(DistributedLock lock, long micros) throws Exception;
    }

    private final Actor interrupter = actor();

    protected CancelFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void interruptedAcquires(TestReporter reporter) throws Exception {
        sweep(reporter, false, this::interruptedAcquire);
    }

    @FaultTest
    void interruptedAcquiresOfALockThatIsJustReleased(TestReporter reporter) throws Exception {
        sweep(reporter, true, this::interruptedAcquire);
    }

    @FaultTest
    void timedOutAcquires(TestReporter reporter) throws Exception {
        sweep(reporter, false, CancelFaults::timedOut);
    }

    @FaultTest
    void timedOutAcquiresOfALockThatIsJustReleased(TestReporter reporter) throws Exception {
        sweep(reporter, true, CancelFaults::timedOut);
    }

    @FaultTest
    void timedOutAsyncAcquires(TestReporter reporter) throws Exception {
        sweep(reporter, false, CancelFaults::timedOutAsync);
    }

    @FaultTest
    void timedOutAsyncAcquiresOfALockThatIsJustReleased(TestReporter reporter) throws Exception {
        sweep(reporter, true, CancelFaults::timedOutAsync);
    }

    @FaultTest
    void cancelledAcquires(TestReporter reporter) throws Exception {
        sweep(reporter, false, CancelFaults::cancelled);
    }

    @FaultTest
    void cancelledAcquiresOfALockThatIsJustReleased(TestReporter reporter) throws Exception {
        sweep(reporter, true, CancelFaults::cancelled);
    }

    @FaultTest
    void cancelledAcquiresOfAnObject(TestReporter reporter) throws Exception {
        sweep(reporter, false, CancelFaults::cancelledObject);
    }

    @FaultTest
    void cancelledAcquiresOfAnObjectOfALockThatIsJustReleased(TestReporter reporter) throws Exception {
        sweep(reporter, true, CancelFaults::cancelledObject);
    }

    @FaultTest
    void interruptedReleases(TestReporter reporter) throws Exception {
        sweep(reporter, false, (lock, micros) -> {
            lock.lock();
            Pending<@Nullable Void> interrupt = interruptAfter(micros);
            lock.unlock();
            ended(interrupt);
            assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        });
    }

    @FaultTest
    void cancelledReleases(TestReporter reporter) throws Exception {
        sweep(reporter, false, (lock, micros) -> {
            lock.lock();
            CompletableFuture<?> release = lock.unlockAsync();
            pause(micros);
            release.cancel(true);
        });
    }

    private void interruptedAcquire(DistributedLock lock, long micros) {
        Pending<@Nullable Void> interrupt = interruptAfter(micros);
        boolean obtained = true;
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            obtained = false;
        }
        ended(interrupt);
        boolean ignored = Thread.interrupted();
        unlock(lock, obtained);
    }

    private static void timedOut(DistributedLock lock, long micros) throws InterruptedException {
        boolean obtained;
        try {
            obtained = lock.tryLock(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
        } catch (StoreUnavailableException unknown) {
            obtained = false;
        }
        unlock(lock, obtained);
    }

    private static void timedOutAsync(DistributedLock lock, long micros) {
        boolean obtained;
        try {
            obtained = lock.tryLockAsync(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)))
                    .join();
        } catch (CompletionException unknown) {
            assertThat(unknown).hasCauseInstanceOf(StoreUnavailableException.class);
            obtained = false;
        }
        unlock(lock, obtained);
    }

    private static void cancelled(DistributedLock lock, long micros) {
        CompletableFuture<Hold> acquire = lock.lockAsync();
        pause(micros);
        if (!acquire.cancel(true)) {
            lock.unlock();
        }
        SafetyViolation.checked(() -> eventually("not held", () -> !lock.isHeldByCurrentThread()));
    }

    private static void cancelledObject(DistributedLock lock, long micros) {
        CompletableFuture<OwnedHold> acquire = lock.acquireAsync();
        pause(micros);
        if (!acquire.cancel(true)) {
            acquire.join().release();
        }
        assertThat(acquire.isCompletedExceptionally()).isEqualTo(acquire.isCancelled());
    }

    private static void unlock(DistributedLock lock, boolean obtained) {
        if (obtained) {
            lock.unlock();
        }
    }

    /** Disturbs a call at one moment after another, of a lock that is free or is released during the call. */
    private void sweep(TestReporter reporter, boolean busy, Disturbed call) throws Exception {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        DistributedLock lock = newLock();
        DistributedLock elsewhere = elsewhere();
        lock.lock(); // the server gets to know the scripts
        lock.unlock();
        proxy().delayReplies(TRIP);
        Actor releaser = actor();
        for (long from = 0; from < LATEST_MICROS; from += STEP_MICROS) {
            long micros = from + random.nextLong(STEP_MICROS);
            if (busy) {
                releaser.run(elsewhere::lock);
                long heldFor = random.nextLong(LATEST_MICROS);
                Pending<@Nullable Void> release = releaser.start(() -> {
                    pause(heldFor);
                    elsewhere.unlock();
                });
                call.call(lock, micros);
                release.join();
            } else {
                call.call(lock, micros);
            }
            SafetyViolation.check(
                    !lock.isHeldByCurrentThread(), "A call that has ended left the lock with its thread.");
            assertNothingKept(elsewhere);
        }
        proxy().heal();
    }

    private Pending<@Nullable Void> interruptAfter(long micros) {
        Thread target = Thread.currentThread();
        return interrupter.start(() -> {
            pause(micros);
            target.interrupt();
        });
    }

    /** Waits without giving up to the interrupt that it waits for. */
    private static void ended(Pending<?> act) {
        eventually("interrupted", act::isDone);
    }

    private static void pause(long micros) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
