package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.LockView;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Holds that belong to an object. */
public abstract class OwnedHoldContract extends ContractGroup {

    protected OwnedHoldContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C11")
    void anyThreadMayRelease() throws Exception {
        DistributedLock lock = newLock();
        OwnedHold hold = actor().call(() -> lock.acquire());
        assertThat(hold.isValid()).isTrue();
        assertThat(hold.count()).isEqualTo(1);
        assertThat(hold.lockName()).isEqualTo(name());
        actor().run(hold::release);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.count()).isZero();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C1")
    void aSecondReleaseIsRefused() {
        OwnedHold hold = newLock().acquire();
        hold.release();
        assertThatThrownBy(hold::release)
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(HoldLostException.class)
                .hasMessageContaining("released before")
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("object: ");
        assertThatThrownBy(() -> hold.releaseAsync().join()).hasCauseInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void closeAfterReleaseDoesNothing() {
        DistributedLock lock = newLock();
        OwnedHold hold = lock.acquire();
        hold.release();
        hold.close();
        hold.close();
        OwnedHold next = lock.acquire();
        hold.close();
        assertKept(next, lock.isLocked());
        next.close();
        next.close();
        assertFree(lock);
    }

    @Test
    void aSecondReleaseDoesNotFreeTheNextHold() {
        DistributedLock lock = newLock();
        OwnedHold first = lock.acquire();
        first.release();
        OwnedHold second = lock.acquire();
        assertThatThrownBy(first::release).isInstanceOf(IllegalMonitorStateException.class);
        assertKept(second, newLock().isLocked());
        second.release();
    }

    @Test
    @ContractRule("C11")
    void anObjectsHoldIsNotTheThreads() {
        DistributedLock lock = newLock();
        try (OwnedHold hold = lock.acquire()) {
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            assertThat(lock.getHoldCount()).isZero();
            assertThat(lock.hold()).isEmpty();
            assertExcluded(hold, lock.tryLock());
            assertExcluded(hold, lock.tryAcquire().isPresent());
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThat(hold.isValid()).isTrue();
        }
        assertFree(lock);
    }

    @Test
    @ContractRule("C15")
    void acquireByAThreadThatHoldsTheLockIsAnErrorAtOnce() {
        DistributedLock lock = newLock();
        lock.lock();
        assertThatThrownBy(lock::acquire)
                .isExactlyInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("thread-id: ")
                .hasMessageContaining("Unlock first");
        assertThatThrownBy(lock::tryAcquire).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.tryAcquire(Duration.ofMinutes(1)))
                .isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.acquireAsync().join()).hasCauseInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.tryAcquireAsync().join()).hasCauseInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void anObjectsHoldHasALeaseToo() {
        time();
        DistributedLock lock = newLock();
        OwnedHold hold = lock.acquire(Lease.of(LONG_LEASE));
        assertThat(hold.remaining()).isPositive().isLessThan(LONG_LEASE);
        skip(LONG_LEASE);
        assertThat(hold.isValid()).isFalse();
        assertLost(hold::close);
        lock.forceUnlock();
    }

    @Test
    void peopleSeeThatAnObjectHoldsIt() {
        DistributedLock lock = newLock();
        try (OwnedHold hold = lock.acquire()) {
            LockView.Holder holder = Objects.requireNonNull(lock.inspect().holder());
            assertThat(holder.owner()).startsWith("object ");
            assertThat(holder.token()).isEqualTo(hold.token());
        }
    }
}
