package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
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

    private static final Duration SHORT = Duration.ofMillis(300);

    protected LeaseContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseEndsByItselfAndNotBefore() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        long start = System.nanoTime();
        lock.lock(SHORT);
        Eventually.eventually("the lease is over", () -> !other.isLocked());
        assertThat(since(start)).isGreaterThanOrEqualTo(SHORT.minusMillis(2));
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    @ContractRule("C3")
    void anExplicitLeaseIsNotRenewed() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(SHORT);
        events.await(LockEvent.Lost.class);
        assertThat(events.of(LockEvent.Renewed.class)).isEmpty();
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    @ContractRule("C3")
    void waitersGetInSoonAfterALeaseHasEnded() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        long start = System.nanoTime();
        lock.lock(SHORT);
        assertThat(other.tryLock(Duration.ofSeconds(10))).isTrue();
        assertThat(since(start))
                .isBetween(SHORT.minusMillis(2), SHORT.plusMillis(250).plus(SLACK));
        other.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    @ContractRule("C3")
    void localWaitersGetInSoonAfterALeaseHasEnded() throws Exception {
        DistributedLock lock = newLock();
        long start = System.nanoTime();
        actor().run(() -> lock.lock(SHORT));
        assertThat(lock.tryLock(Duration.ofSeconds(10))).isTrue();
        assertThat(since(start))
                .isBetween(SHORT.minusMillis(10), SHORT.plusMillis(250).plus(SLACK));
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void theWatchdogKeepsALockWithoutALease() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        DistributedLock lock = node.lock(name());
        lock.lock();
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(KEPT_LEASE).isPositive();
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() >= 4);
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    @ContractRule("C2")
    @ContractRule("C3")
    void aLeaseOfMinusOneMeansTheWatchdog() throws Exception {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        DistributedLock lock = node.lock(name());
        lock.lock(-1, TimeUnit.SECONDS);
        events.await(LockEvent.Renewed.class);
        lock.unlock();
        assertThat(lock.tryLock(1, -1, TimeUnit.DAYS)).isTrue();
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(KEPT_LEASE);
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() >= 4);
        lock.unlock();
        lock.lockInterruptibly(-1, TimeUnit.NANOSECONDS);
        assertThat(lock.hold().orElseThrow().isValid()).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void aRenewedLeaseIsKeptAliveWithItsOwnLength() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(Lease.of(KEPT_LEASE).renewed());
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(KEPT_LEASE).isPositive();
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() >= 4);
        assertThat(lock.remainingLease()).isLessThanOrEqualTo(KEPT_LEASE).isPositive();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void aLockMayHaveAWatchdogLeaseOfItsOwn() {
        DistributedLock lock = node().lock(name(), LockOptions.defaults().watchdogLease(Duration.ofSeconds(60)));
        lock.lock();
        assertThat(lock.remainingLease()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void theWatchdogStopsExactlyAtRelease() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        DistributedLock lock = node.lock(name());
        lock.lock();
        events.await(LockEvent.Renewed.class);
        lock.unlock();
        events.await(LockEvent.Released.class);
        int before = events.of(LockEvent.Renewed.class).size();
        Eventually.never(
                KEPT_LEASE.dividedBy(3).multipliedBy(2),
                "renewed after release",
                () -> lock.isLocked() || events.of(LockEvent.Renewed.class).size() > before);
    }

    @Test
    @ContractRule("C3")
    @ContractRule("C7")
    void thereIsOneWatchdogPerHoldHoweverOftenReentered() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        DistributedLock lock = node.lock(name());
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            lock.lock();
        }
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() >= 4);
        long thirds = since(start).toMillis() / (KEPT_LEASE.toMillis() / 3);
        assertThat(events.of(LockEvent.Renewed.class).size()).isLessThanOrEqualTo((int) thirds + 2);
        for (int i = 0; i < 10; i++) {
            lock.unlock();
        }
    }

    @Test
    @ContractRule("C3")
    void aLongestHoldTimeEndsTheWatch() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(KEPT_LEASE).listener(events));
        Duration longest = Duration.ofMillis(400);
        DistributedLock lock = node.lock(name(), LockOptions.defaults().maxHold(longest));
        long start = System.nanoTime();
        lock.lock();
        LockEvent.Lost lost = events.await(LockEvent.Lost.class);
        assertThat(since(start)).isBetween(longest, longest.plus(KEPT_LEASE).plus(SLACK));
        assertThat(lost.cause()).isEqualTo(LossCause.EXPIRED);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
        assertFree(lock);
    }

    @Test
    @ContractRule("C2")
    void aWaitOfZeroOrLessTriesOnce() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        for (Duration wait : new Duration[] {Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(-1)}) {
            assertThat(other.tryLock(wait)).isFalse();
            assertThat(other.tryAcquire(wait)).isEmpty();
            assertThat(other.tryLockAsync(wait).join()).isFalse();
        }
        assertThat(other.tryLock(-1, -1, TimeUnit.SECONDS)).isFalse();
        assertThat(lock.inspect().waiters()).isEmpty();
        lock.unlock();
        assertThat(other.tryLock(0, TimeUnit.SECONDS)).isTrue();
        other.unlock();
        assertThat(other.tryLock(-5, 1, TimeUnit.SECONDS)).isTrue();
        other.unlock();
    }

    @Test
    @ContractRule("C10")
    void aLeaseLongerThanTheWatchdogsIsWholeWhenLockReturns() {
        DistributedLock lock = nodeWithLease(KEPT_LEASE).lock(name());
        lock.lock(Duration.ofSeconds(60));
        assertThat(lock.remainingLease()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
        assertThat(lock.hold().orElseThrow().remaining()).isGreaterThan(Duration.ofSeconds(50));
        lock.unlock();
    }

    @Test
    void theRemainingLeaseOfAFreeLockIsZero() {
        DistributedLock lock = newLock();
        assertThat(lock.remainingLease()).isZero();
        lock.lock(Duration.ofSeconds(2));
        assertThat(newLock().remainingLease()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(2));
        lock.unlock();
        assertThat(lock.remainingLease()).isZero();
    }
}
