package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.Limits;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What wrong calls get: the JDK's exceptions, with the value, the limit and the next step. */
public abstract class MisuseContract extends ContractGroup {

    protected MisuseContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C1")
    void unlockWithoutAHoldSaysWhoAndWhatToDo() {
        Mortise node = node();
        DistributedLock lock = node.lock(name());
        assertThatThrownBy(lock::unlock)
                .isExactlyInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("attempt to unlock lock, not locked by current thread by node id: "
                        + node.nodeId() + " thread-id: " + idOf(Thread.currentThread()))
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("Call it once for each lock()");
    }

    @Test
    @ContractRule("C1")
    void unlockByAnotherThreadIsRefusedAndTheHoldGoesOn() throws Exception {
        DistributedLock lock = newLock();
        lock.lock();
        assertThat(actor().start(lock::unlock).failure())
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(HoldLostException.class);
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C1")
    void unlockOnceTooOftenIsRefused() {
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(HoldLostException.class);
    }

    @Test
    @ContractRule("C1")
    void unlockByTheSameThreadOfAnotherNodeIsRefused() {
        DistributedLock mine = newLock();
        DistributedLock other = newLock();
        mine.lock();
        assertThatThrownBy(other::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(mine.isHeldByCurrentThread()).isTrue();
        mine.unlock();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the point
    void namesAreNeitherNullNorEmptyNorTooLongNorBroken() {
        Mortise node = node();
        assertThatThrownBy(() -> node.lock(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null")
                .hasMessageContaining("1024");
        assertThatThrownBy(() -> node.lock(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> node.lock("x".repeat(Limits.NAME_BYTES + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1025")
                .hasMessageContaining("1024");
        assertThatThrownBy(() -> node.lock("ü".repeat(Limits.NAME_BYTES / 2 + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1024");
        assertThatThrownBy(() -> node.lock("half \ud800 pair")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hostileNamesLockIndependently() {
        Mortise node = node();
        Mortise other = node();
        List<String> names = Stream.of(
                        "}", "{", "{}", "{}x", "}{", "{a}", "a", "a:b", "a:token", "{a}:token", "a:queue", "x{y}z")
                .map(text -> text + name())
                .toList();
        List<String> more = List.of(
                "}",
                "{}x",
                "\0",
                "line\nbreak",
                "line\r\nbreak",
                " ",
                "%",
                "%7D",
                "*",
                "?",
                "[a]",
                "\u2028",
                "ü",
                "😀");
        List<String> all = Stream.concat(
                        Stream.concat(names.stream(), more.stream()), Stream.of("n".repeat(Limits.NAME_BYTES)))
                .toList();
        for (String each : all) {
            assertThat(other.lock(each).isLocked()).as(each).isFalse();
            assertThat(node.lock(each).tryLock()).as(each).isTrue();
            assertExcluded(
                    node.lock(each).hold().orElseThrow(), other.lock(each).tryLock());
        }
        for (String each : all) {
            assertThat(other.lock(each).isLocked()).as(each).isTrue();
            assertThat(other.lock(each).inspect().name()).isEqualTo(each);
            node.lock(each).unlock();
            assertThat(other.lock(each).isLocked()).as(each).isFalse();
        }
    }

    @Test
    @ContractRule("C1")
    void namesCannotForgeALineOfALog() {
        DistributedLock lock = node().lock("line\nbreak" + name());
        assertThatThrownBy(lock::unlock).hasMessageNotContaining("\n").hasMessageContaining("line\\u000abreak");
        assertThat(lock.toString()).doesNotContain("\n");
        assertThat(lock.inspect().toString()).doesNotContain("\n");
        lock.lock();
        lock.forceUnlock();
        assertLost(lock::unlock).hasMessageNotContaining("\n");
    }

    @Test
    @ContractRule("C2")
    void leasesOutOfRangeNameTheValueAndTheLimit() {
        DistributedLock lock = newLock();
        for (long lease : new long[] {0, -2, Long.MIN_VALUE, 9}) {
            assertThatThrownBy(() -> lock.lock(lease, TimeUnit.MILLISECONDS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(lease + " MILLISECONDS")
                    .hasMessageContaining(Limits.MIN_LEASE.toString());
        }
        assertThatThrownBy(() -> lock.tryLock(1, Long.MAX_VALUE, TimeUnit.DAYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Limits.MAX_LEASE.toString());
        assertThatThrownBy(() -> lock.lock(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lock.lock(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lock.lockInterruptibly(Duration.ofDays(366)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lock.lockAsync(0, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    @ContractRule("C2")
    void aLeaseShorterThanRenewalCanKeepIsRefused() {
        assertThatThrownBy(() -> Lease.of(Duration.ofMillis(149)).renewed())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0.149S")
                .hasMessageContaining(Limits.MIN_RENEWED_LEASE.toString());
        assertThatThrownBy(() -> Mortise.builder().watchdogLease(Duration.ofMillis(100)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @ContractRule("C2")
    void overflowingWaitsAreWaitsWithoutEnd() throws Exception {
        DistributedLock lock = newLock();
        assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        assertThat(lock.tryLock(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(lock.tryLockAsync(Long.MAX_VALUE, -1, TimeUnit.DAYS).join()).isTrue();
        DistributedLock other = newLock();
        Hold held = lock.hold().orElseThrow();
        assertExcluded(held, other.tryLock(Long.MIN_VALUE, TimeUnit.DAYS));
        assertExcluded(held, other.tryLock(Duration.ofSeconds(Long.MIN_VALUE)));
        Pending<Boolean> waits = actor().begin(() -> {
            boolean got = other.tryLock(Duration.ofSeconds(Long.MAX_VALUE), LONG_LEASE);
            other.unlock();
            return got;
        });
        awaitWaiters(lock, 1);
        for (int i = 0; i < 3; i++) {
            lock.unlock();
        }
        assertThat(waits.join()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the point
    void nullsAreRefusedBeforeAnythingIsAsked() {
        DistributedLock lock = newLock();
        assertThatThrownBy(() -> lock.lock((Lease) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.lock((Duration) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.lock(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.tryLock((Duration) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.tryLock(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.run(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.acquireAsync(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> node().lock(name(), null)).isInstanceOf(NullPointerException.class);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void newConditionSaysWhatToUseInstead() {
        assertThatThrownBy(() -> newLock().newCondition())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("condition")
                .hasMessageContaining("queue");
    }

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    private static long idOf(Thread thread) {
        return thread.getId();
    }
}
