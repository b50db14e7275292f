package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a lock is kept, and by whom. */
public abstract class LeaseContract extends ContractGroup {

    protected LeaseContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseEndsByItselfAndNotBefore() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        long start = System.nanoTime();
        lock.lock(SHORT_LEASE);
        Eventually.eventually("the lease is over", () -> !other.isLocked());
        assertThat(since(start)).isGreaterThanOrEqualTo(SHORT_LEASE.minusMillis(2));
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseIsNotRenewed() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(SHORT_LEASE);
        events.await(LockEvent.Lost.class);
        assertThat(events.of(LockEvent.Renewed.class)).isEmpty();
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C3")
    void waitersGetInSoonAfterALeaseHasEnded() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        assertTakes(SHORT_LEASE.minusMillis(2), () -> {
            lock.lock(SHORT_LEASE);
            assertThat(other.tryLock(LONG_WAIT)).isTrue();
        });
        other.unlock();
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C3")
    void localWaitersGetInSoonAfterALeaseHasEnded() throws Exception {
        DistributedLock lock = newLock();
        assertTakes(SHORT_LEASE.minusMillis(10), () -> {
            actor().run(() -> lock.lock(SHORT_LEASE));
            assertThat(lock.tryLock(LONG_WAIT)).isTrue();
        });
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void theWatchdogKeepsALockWithoutALease() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        assertKeptAlive(lock, events);
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    /** Fails unless the lock is renewed for longer than its first lease, and each renewal lets it end later at the store. */
    private void assertKeptAlive(DistributedLock lock, Recorder events) {
        assertThat(lock.remainingLease()).isPositive();
        for (int third = 1; third <= 4; third++) {
            Duration left = lock.remainingLease();
            assertThat(left).isLessThanOrEqualTo(LONG_LEASE);
            long began = System.nanoTime();
            long end = began + left.toNanos();
            Eventually.eventually("a moment", () -> since(began).compareTo(Duration.ofMillis(10)) > 0);
            skipToRenewal(events, 1);
            Eventually.eventually("it ends later at the store", () -> {
                long now = System.nanoTime();
                return now + lock.remainingLease().toNanos() > end;
            });
        }
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.isLocked()).isTrue();
    }

    @Test
    @ContractRule("C2")
    @ContractRule("C3")
    void aLeaseOfMinusOneMeansTheWatchdog() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(-1, TimeUnit.SECONDS);
        skipToRenewal(events, 1);
        lock.unlock();
        assertThat(lock.tryLock(1, -1, TimeUnit.DAYS)).isTrue();
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(LONG_LEASE);
        skipToRenewal(events, 1);
        skipToRenewal(events, 1);
        lock.unlock();
        lock.lockInterruptibly(-1, TimeUnit.NANOSECONDS);
        assertThat(lock.hold().orElseThrow().isValid()).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void aRenewedLeaseIsKeptAliveWithItsOwnLength() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(
                builder -> builder.watchdogLease(LONG_LEASE.multipliedBy(2)).listener(events));
        DistributedLock lock = node.lock(name());
        lock.lock(Lease.of(LONG_LEASE).renewed());
        assertKeptAlive(lock, events);
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void aLockMayHaveAWatchdogLeaseOfItsOwn() {
        DistributedLock lock = node().lock(name(), LockOptions.defaults().watchdogLease(Duration.ofMinutes(2)));
        lock.lock();
        assertThat(lock.remainingLease()).isBetween(LONG_LEASE, Duration.ofMinutes(2));
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void theWatchdogStopsExactlyAtRelease() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        lock.lock();
        skipToRenewal(events, 1);
        lock.unlock();
        letTheWatchdogPass(node, events);
        assertThat(renewals(events)).isEqualTo(1);
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C3")
    @ContractRule("C7")
    void thereIsOneWatchdogPerHoldHoweverOftenReentered() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 10; i++) {
            lock.lock();
        }
        letTheWatchdogPass(node, events);
        Eventually.eventually("renewed twice", () -> renewals(events) >= 2);
        assertThat(renewals(events)).isEqualTo(2);
        for (int i = 0; i < 10; i++) {
            lock.unlock();
        }
    }

    @Test
    @ContractRule("C3")
    void aLongestHoldTimeEndsTheWatch() {
        TestTime time = time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        Duration longest = THIRD.plus(THIRD.dividedBy(2));
        DistributedLock lock = node.lock(name(), LockOptions.defaults().maxHold(longest));
        long start = time.nanos();
        lock.lock();
        skipToRenewal(events, 1);
        letTheWatchdogPass(node, events);
        skip(LONG_LEASE);
        LockEvent.Lost lost = events.await(LockEvent.Lost.class);
        assertThat(renewals(events)).isEqualTo(1);
        assertThat(Duration.ofNanos(time.nanos() - start)).isGreaterThanOrEqualTo(longest);
        assertThat(lost.cause()).isEqualTo(LossCause.EXPIRED);
        assertLost(lock::unlock);
        lock.forceUnlock();
        assertFree(lock);
    }

    private long renewals(Recorder events) {
        return events.of(LockEvent.Renewed.class).stream()
                .filter(event -> event.lockName().equals(name()))
                .count();
    }

    @Test
    @ContractRule("C2")
    void aWaitOfZeroOrLessTriesOnce() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Hold held = locked(lock);
        for (Duration wait : new Duration[] {Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(-1)}) {
            assertExcluded(held, other.tryLock(wait));
            assertExcluded(held, other.tryAcquire(wait).isPresent());
            assertExcluded(held, other.tryLockAsync(wait).join());
        }
        assertExcluded(held, other.tryLock(-1, -1, TimeUnit.SECONDS));
        SafetyViolation.check(lock.inspect().waiters().isEmpty(), "A call that does not wait stands in the queue.");
        lock.unlock();
        assertThat(other.tryLock(0, TimeUnit.SECONDS)).isTrue();
        other.unlock();
        assertThat(other.tryLock(-5, 30, TimeUnit.SECONDS)).isTrue();
        other.unlock();
    }

    @Test
    @ContractRule("C10")
    void aLeaseLongerThanTheWatchdogsIsWholeWhenLockReturns() {
        DistributedLock lock = newLock();
        lock.lock(Duration.ofMinutes(2));
        assertThat(lock.remainingLease()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
        assertThat(lock.hold().orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(1));
        lock.unlock();
    }

    @Test
    void theRemainingLeaseOfAFreeLockIsZero() {
        DistributedLock lock = newLock();
        assertThat(lock.remainingLease()).isZero();
        lock.lock(LONG_LEASE);
        assertThat(newLock().remainingLease()).isPositive().isLessThanOrEqualTo(LONG_LEASE);
        lock.unlock();
        assertThat(lock.remainingLease()).isZero();
    }
}
