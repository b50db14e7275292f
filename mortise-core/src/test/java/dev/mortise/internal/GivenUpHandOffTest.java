package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A waiter is handed the lock and is interrupted, before it has run again. */
class GivenUpHandOffTest {

    private final SleepyTime time = new SleepyTime();
    private final Mortise mortise = Mortise.builder()
            .store(new MemoryServer().store())
            .time(time)
            .slice(Duration.ofMillis(100))
            .closeGrace(Duration.ZERO)
            .build();
    private final DistributedLock lock = mortise.lock("a");

    @AfterEach
    void close() {
        mortise.close();
        time.system.close();
    }

    @Test
    void whoIsInterruptedAtTheHandOffPassesTheLockOn() throws Exception {
        FutureTask<Boolean> wait = new FutureTask<>(() -> {
            lock.lockInterruptibly();
            return true;
        });
        Thread waiter = new Thread(wait);
        handedAsleep(waiter);
        waiter.interrupt();
        time.awake.countDown();
        assertThatThrownBy(() -> wait.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    /** Returns when the waiter has been handed the lock and does not know it yet. */
    private void handedAsleep(Thread waiter) throws InterruptedException {
        lock.lock();
        waiter.start();
        time.asleep.await();
        lock.unlock();
        assertThat(lock.isLocked()).as("handed on").isTrue();
    }

    /** The clock goes on a little with each look, so that the slice lasts; who parks sleeps until the test wakes it. */
    private static final class SleepyTime implements Time {
        final SystemTime system = new SystemTime("sleepy-timer");
        final CountDownLatch asleep = new CountDownLatch(1);
        final CountDownLatch awake = new CountDownLatch(1);
        private final AtomicLong now = new AtomicLong(system.nanos());

        @Override
        public long nanos() {
            return now.addAndGet(TimeUnit.MICROSECONDS.toNanos(10));
        }

        @Override
        public long wallMillis() {
            return system.wallMillis();
        }

        @Override
        public void parkUntil(Object blocker, long nanos) {
            asleep.countDown();
            boolean interrupted = false;
            while (awake.getCount() > 0) {
                try {
                    awake.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Timer schedule(long nanos, Runnable task) {
            return system.schedule(nanos, task);
        }
    }
}
