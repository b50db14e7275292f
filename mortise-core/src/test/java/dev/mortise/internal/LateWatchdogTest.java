package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A machine too busy to run its timers: what a hold says of itself must not wait for them. */
class LateWatchdogTest {

    private final TimeWithoutTimers time = new TimeWithoutTimers();
    private final Mortise mortise = Mortise.builder()
            .store(new HookedStore(new MemoryServer()))
            .time(time)
            .watchdogLease(Duration.ofSeconds(3))
            .closeGrace(Duration.ZERO)
            .build();
    private final DistributedLock lock = mortise.lock("a");

    @AfterEach
    void close() {
        mortise.close();
    }

    @Test
    void aHoldPastItsDeadlineIsNotValid() {
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        time.nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.remaining()).isZero();
        assertThat(hold.count()).isZero();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.hold()).isEmpty();
    }

    @Test
    void anUnlockPastTheDeadlineThrows() {
        lock.lock();
        time.nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aReentryPastTheDeadlineThrows() {
        lock.lock();
        time.nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThatThrownBy(lock::lock).isInstanceOf(HoldLostException.class);
    }

    private static final class TimeWithoutTimers implements Time {

        final AtomicLong nanos = new AtomicLong(1);

        @Override
        public long nanos() {
            return nanos.get();
        }

        @Override
        public long wallMillis() {
            return nanos.get() / 1_000_000;
        }

        @Override
        public void parkUntil(Object blocker, long untilNanos) {
            LockSupport.parkNanos(blocker, 1_000_000);
        }

        @Override
        public Timer schedule(long atNanos, Runnable task) {
            return () -> {};
        }
    }
}
