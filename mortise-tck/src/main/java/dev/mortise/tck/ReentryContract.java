package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Entering a lock again that the thread holds already. */
public abstract class ReentryContract extends ContractGroup {

    protected ReentryContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C7")
    void theCountGoesUpAndDown() {
        DistributedLock lock = newLock();
        assertThat(lock.getHoldCount()).isZero();
        lock.lock();
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(3);
        assertThat(lock.hold().orElseThrow().count()).isEqualTo(3);
        lock.unlock();
        lock.unlock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
        assertThat(lock.getHoldCount()).isZero();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C7")
    void everyFormReenters() throws Exception {
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock(LONG_LEASE);
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
        assertThat(lock.tryLock(Duration.ZERO)).isTrue();
        assertThat(lock.tryLockAsync().join()).isTrue();
        Hold hold = lock.lockAsync().join();
        lock.run(held -> assertThat(held.count()).isEqualTo(9));
        assertThat(hold.count()).isEqualTo(8);
        for (int i = 0; i < 7; i++) {
            lock.unlock();
        }
        lock.unlockAsync().join();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C7")
    void reentryKeepsTheToken() {
        DistributedLock lock = newLock();
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        lock.lock(LONG_LEASE.plusSeconds(7));
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(token);
        lock.unlock();
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(token);
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void aShorterLeaseDoesNotShortenAWatchedHold() {
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock(SHORT_LEASE);
        assertThat(lock.remainingLease()).isGreaterThan(LONG_LEASE.dividedBy(2));
        assertHeldBeyond(SHORT_LEASE, lock);
        lock.unlock();
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
    }

    /** Fails if the lock is not held here and at the store after that time. */
    private void assertHeldBeyond(Duration lease, DistributedLock lock) {
        long start = nanos();
        Eventually.eventually("that lease would have ended", () -> nanos() - start > lease.toNanos());
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.isLocked()).isTrue();
    }

    @Test
    @ContractRule("C7")
    void aShorterLeaseDoesNotShortenALongerOne() {
        DistributedLock lock = newLock();
        Duration shorter = LONG_LEASE.dividedBy(2);
        lock.lock(LONG_LEASE);
        lock.lock(SHORT_LEASE);
        assertThat(lock.hold().orElseThrow().remaining()).isGreaterThan(shorter);
        assertHeldBeyond(SHORT_LEASE, lock);
        assertThat(lock.remainingLease()).isGreaterThan(shorter);
        lock.unlock();
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void aLongerLeaseLengthensTheHold() {
        DistributedLock lock = newLock();
        Duration longer = LONG_LEASE.multipliedBy(3);
        lock.lock(LONG_LEASE);
        lock.lock(longer);
        Eventually.eventually("longer at the store", () -> lock.remainingLease().compareTo(LONG_LEASE) > 0);
        Eventually.eventually(
                "longer here", () -> lock.hold().orElseThrow().remaining().compareTo(LONG_LEASE) > 0);
        lock.unlock();
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void enteringAgainAndLeavingOnceBeginTheLeaseAnew() {
        DistributedLock lock = newLock();
        long start = nanos();
        lock.lock(LONG_LEASE);
        Duration entered = afterAWhile(start);
        lock.lock(LONG_LEASE);
        Eventually.eventually("anew by re-entry", () -> leaseBeganAfter(entered, start, lock));
        Duration left = afterAWhile(start);
        lock.unlock();
        Eventually.eventually("anew by leaving once", () -> leaseBeganAfter(left, start, lock));
        lock.unlock();
        assertFree(lock);
    }

    @Test
    @ContractRule("C7")
    void anExplicitLeaseReenteredWithoutOneIsWatchedUntilTheCountIsZero() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(LONG_LEASE);
        lock.lock();
        lock.unlock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        for (int third = 1; third <= 4; third++) {
            skipToRenewal(events, 1);
        }
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    @ContractRule("C7")
    void aRenewedLeaseReenteredStaysRenewed() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock(Lease.of(LONG_LEASE).renewed());
        lock.lock(SHORT_LEASE);
        for (int third = 1; third <= 4; third++) {
            skipToRenewal(events, 1);
        }
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void countAndOwnerAreWrittenBehindForPeople() throws Exception {
        Mortise node = node(builder -> builder.label("checkout@host/1"));
        DistributedLock lock = node.lock(name());
        DistributedLock other = newLock();
        lock.lock();
        LockView.Holder first = Objects.requireNonNull(other.inspect().holder());
        assertThat(first.nodeId()).isEqualTo(node.nodeId());
        assertThat(first.nodeLabel()).isEqualTo("checkout@host/1");
        assertThat(first.owner()).startsWith("thread ");
        assertThat(first.count()).isEqualTo(1);
        lock.lock();
        lock.lock();
        Eventually.eventually("count 3", () -> countOf(other) == 3);
        lock.unlock();
        Eventually.eventually("count 2", () -> countOf(other) == 2);
        assertThat(Objects.requireNonNull(other.inspect().holder()).token()).isEqualTo(first.token());
        lock.unlock();
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void anotherThreadOfTheNodeDoesNotReenter() throws Exception {
        DistributedLock lock = newLock();
        lock.lock();
        Actor other = actor();
        assertExcluded(lock.hold().orElseThrow(), other.call(() -> lock.tryLock()));
        assertThat(other.call(lock::getHoldCount)).isZero();
        assertThat(other.call(lock::isHeldByCurrentThread)).isFalse();
        assertThat(other.call(lock::hold)).isEmpty();
        lock.unlock();
    }

    @Test
    @ContractRule("C7")
    void twoNodesInOneJvmExcludeEachOtherEvenOnOneThread() {
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        lock.lock();
        assertExcluded(lock.hold().orElseThrow(), other.tryLock());
        assertThat(other.isHeldByCurrentThread()).isFalse();
        assertThat(other.getHoldCount()).isZero();
        assertThat(other.isLocked()).isTrue();
        lock.unlock();
        assertThat(other.tryLock()).isTrue();
        other.unlock();
    }

    @Test
    @ContractRule("C7")
    void lockObjectsOfOneNameAreInterchangeable() {
        Mortise node = node();
        node.lock(name()).lock();
        forgetWhatCanBeForgotten();
        assertThat(node.lock(name()).isHeldByCurrentThread()).isTrue();
        node.lock(name()).lock();
        assertThat(node.lock(name()).getHoldCount()).isEqualTo(2);
        node.lock(name()).unlock();
        node.lock(name()).unlock();
        assertUnlocked(node.lock(name()));
    }

    /** How long after the start it returns, which is a while later. */
    private Duration afterAWhile(long start) {
        long end = nanos() + Duration.ofMillis(100).toNanos();
        Eventually.eventually("a while", () -> nanos() > end);
        return Duration.ofNanos(nanos() - start);
    }

    /** Whether the lease of {@link #LONG_LEASE} began that long after the start, or later. */
    private boolean leaseBeganAfter(Duration moment, long start, DistributedLock lock) {
        Duration now = Duration.ofNanos(nanos() - start);
        return lock.remainingLease().plus(now).compareTo(LONG_LEASE.plus(moment).minusMillis(50)) > 0;
    }

    @SuppressWarnings("SystemGc") // nothing but the collector shows what is referenced weakly
    private static void forgetWhatCanBeForgotten() {
        System.gc();
    }

    private static int countOf(DistributedLock lock) {
        LockView.Holder holder = lock.inspect().holder();
        return holder == null ? 0 : holder.count();
    }
}
