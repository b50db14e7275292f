package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each excludes and wakes the other, whoever holds. */
@Tag("servers")
@Tag("timing")
class SharedLockTest extends TwoClients {

    @ParameterizedTest
    @EnumSource
    void whoHoldsExcludesTheOther(Holder holder) {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        mine.lock();
        assertExcluded(theirs);
        assertThat(waiting(holder).isLocked(name)).isTrue();
        assertThat(waiting(holder).isMine(name)).isFalse();
        assertThatThrownBy(theirs::unlock).isInstanceOf(IllegalMonitorStateException.class);
        mine.unlock();
        assertThat(waiting(holder).isLocked(name)).isFalse();
        assertThat(theirs.tryLock()).isTrue();
        theirs.unlock();
    }

    @ParameterizedTest
    @EnumSource
    void reEntryIsLeftAsOftenAsItWasEntered(Holder holder) {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        mine.lock();
        mine.lock();
        mine.unlock();
        assertExcluded(theirs);
        mine.unlock();
        assertThat(theirs.tryLock()).isTrue();
        theirs.unlock();
    }

    @ParameterizedTest
    @EnumSource
    void aBlockedThreadIsWokenByTheRelease(Holder holder) throws Exception {
        Lock mine = holding(holder).lock(name);
        Lock theirs = notified(holder).lock(name);
        for (int round = 0; round < 3; round++) {
            mine.lock();
            Future<?> waiter = waiter(holder, name, () -> {
                theirs.lock();
                theirs.unlock();
                return null;
            });
            mine.unlock();
            join(notified(holder), waiter);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTimedWaitEndsWithoutTheLockOrWithIt(Holder holder) throws Exception {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        mine.lock();
        long begin = System.nanoTime();
        SafetyViolation.check(!theirs.tryLock(2, TimeUnit.SECONDS), "Two owners of a lock that " + holder + " holds.");
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        assertThat(waited).isGreaterThan(Duration.ofMillis(1_990)); // Redisson counts in milliseconds
        SafetyViolation.check(
                holder == Holder.MORTISE || waited.compareTo(Duration.ofSeconds(12)) < 0,
                "A call that waits at most 2 s returned after " + waited);
        Lock notified = notified(holder).lock(name);
        Future<Boolean> waiter = waiter(holder, name, () -> {
            boolean got = notified.tryLock(60, TimeUnit.SECONDS);
            notified.unlock();
            return got;
        });
        mine.unlock();
        assertThat(join(notified(holder), waiter)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anExplicitLeaseEndsForTheOtherToo(Holder holder) throws Exception {
        Duration lease = Duration.ofMillis(700);
        long begin = System.nanoTime();
        Future<?> held = begin(() -> {
            holding(holder).lockFor(name, lease);
            return null;
        });
        join(holding(holder), held);
        assertThat(waiting(holder).tryLockFor(name, Duration.ofSeconds(30), Duration.ofSeconds(30)))
                .isTrue();
        Duration passed = Duration.ofNanos(System.nanoTime() - begin);
        SafetyViolation.check(
                passed.compareTo(lease.minusMillis(2)) >= 0,
                "A second owner after " + passed + " of a lease of " + lease);
        waiting(holder).lock(name).unlock();
    }

    @ParameterizedTest
    @EnumSource
    void aWaiterWithALeaseIsWokenByTheRelease(Holder holder) throws Exception {
        holding(holder).lockFor(name, WATCHDOG);
        Future<Boolean> waiter = waiter(holder, name, () -> {
            boolean got = notified(holder).tryLockFor(name, Duration.ofSeconds(60), Duration.ofSeconds(30));
            notified(holder).lock(name).unlock();
            return got;
        });
        holding(holder).lock(name).unlock();
        assertThat(join(notified(holder), waiter)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theWatchdogKeepsTheOtherOut(Holder holder) throws Exception {
        for (int tries = 1; !keepsTheOtherOut(holder); tries++) {
            assertThat(tries).as("tries on a machine that stalls").isLessThan(5);
        }
    }

    /** Whether the watchdog kept the other out. If it did not, the machine must have stalled between two renewals. */
    private boolean keepsTheOtherOut(Holder holder) throws Exception {
        Duration lease = Duration.ofMillis(4_500);
        try (Client keeper = holder == Holder.MORTISE
                        ? Client.mortise(server.uri(), lease)
                        : Client.redisson(server.uri(), lease);
                StallWatch stalls = StallWatch.on(server)) {
            Lock kept = keeper.lock(name);
            kept.lock();
            boolean second = waiting(holder).tryLockFor(name, lease.plusSeconds(1), lease);
            boolean mine = keeper.isMine(name);
            SafetyViolation.check(!second || !mine, "Two owners of a lock that " + holder + " keeps.");
            if (mine) {
                kept.unlock();
                return true;
            }
            assertThat(stalls.longest()).as("the longest stall").isGreaterThan(lease.dividedBy(3));
            waiting(holder).forceUnlock(name);
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void forceUnlockByTheOtherLetsWaitersIn(Holder holder) throws Exception {
        Future<?> held = begin(() -> {
            holding(holder).lockFor(name, WATCHDOG);
            return null;
        });
        join(holding(holder), held);
        Future<?> waiter = waiter(holder, name, () -> {
            notified(holder).lock(name).lock();
            notified(holder).lock(name).unlock();
            return null;
        });
        assertThat(waiting(holder).forceUnlock(name)).isTrue();
        join(notified(holder), waiter);
    }

    @Test
    void aMortiseHolderThatHasWaitedLatelyIsToldAtOnceThatRedissonForcedIt() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        redisson.lock(name).lock();
        Future<Boolean> loser = waiter(Holder.REDISSON, name, () -> {
            DistributedLock lock = mortise.node().lock(name);
            lock.lock(WATCHDOG);
            lock.hold().orElseThrow().onLost(hold -> told.countDown());
            held.countDown();
            boolean inTime = told.await(20, TimeUnit.SECONDS);
            assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
            return inTime;
        });
        redisson.lock(name).unlock();
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(redisson.forceUnlock(name)).isTrue();
        assertThat(join(mortise, loser)).isTrue();
    }

    @Test
    void releasesThatWereMissedAreFoundOutWhenTheConnectionIsBack() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server.port());
                SlowTime slowTime = new SlowTime();
                Client far = Client.mortise(proxy.uri(), WATCHDOG, slowTime)) {
            redisson.lock(name).lock();
            Future<?> waiter = waiter(Holder.REDISSON, name, () -> {
                far.lock(name).lock();
                far.lock(name).unlock();
                return null;
            });
            assertThat(proxy.halfOpen(FaultProxy.Traffic.MESSAGES)).isEqualTo(1);
            redisson.lock(name).unlock();
            proxy.cut(FaultProxy.Traffic.MESSAGES);
            join(far, waiter);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"odd", "{tag}", "{", "}", "{}", "x{y}z", "a:queue", "%41", "\u00fc \u4e2d", "line\nbreak"})
    void oddNamesAreTheSameLockForBoth(String odd) throws Exception {
        for (Holder holder : Holder.values()) {
            Lock mine = holding(holder).lock(odd);
            Lock theirs = notified(holder).lock(odd);
            mine.lock();
            assertExcluded(theirs);
            Future<Boolean> waiter = waiter(holder, odd, () -> {
                theirs.lock();
                theirs.unlock();
                return true;
            });
            mine.unlock();
            assertThat(join(notified(holder), waiter)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mortise:queue:{a}", "mortise:token:x", "mortise:node:y"})
    void namesThatAreKeysOfMortiseAreRefused(String reserved) {
        assertThatThrownBy(() -> mortise.lock(reserved))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Redisson's naming");
    }

    @Test
    void theHashIsOneThatRedissonUnderstands() {
        mortise.lock(name).lock();
        List<?> fields = (List<?>) Objects.requireNonNull(server.command("HKEYS", name));
        long thread = threadId();
        assertThat(fields)
                .hasSize(2)
                .anyMatch(field -> field.equals(mortise.node().nodeId() + ":" + thread));
        assertThat((Long) server.command("PTTL", name)).isBetween(1L, WATCHDOG.toMillis());
        assertThat(redisson.lock(name).remainTimeToLive()).isPositive();
        mortise.lock(name).unlock();
    }

    @Test
    void inspectNamesAHolderOfRedisson() {
        redisson.lock(name).lock();
        var holder = Objects.requireNonNull(mortise.node().lock(name).inspect().holder());
        assertThat(holder.nodeLabel()).startsWith("Redisson client ");
        assertThat(holder.owner()).isEqualTo("thread " + threadId());
        assertThat(mortise.node().lock(name).inspect().toString())
                .contains("Redisson client")
                .doesNotContain("1970");
        redisson.lock(name).unlock();
    }

    @Test
    void anUncontendedPairIsTwoScriptsAndOneMessage() {
        Lock lock = mortise.lock(name);
        lock.lock();
        lock.unlock();
        server.command("CONFIG", "RESETSTAT");
        for (int i = 0; i < 50; i++) {
            lock.lock();
            lock.unlock();
        }
        Map<String, Long> calls = server.commandCalls();
        assertThat(calls).containsEntry("evalsha", 100L).containsEntry("publish", 50L);
        assertThat(calls).doesNotContainKeys("subscribe", "unsubscribe", "eval");
    }

    private static void assertExcluded(Lock lock) {
        SafetyViolation.check(!lock.tryLock(), "Two owners: " + lock + " was free for a second client.");
    }

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    private static long threadId() {
        return Thread.currentThread().getId();
    }
}
