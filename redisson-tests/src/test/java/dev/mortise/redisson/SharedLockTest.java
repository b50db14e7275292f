package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
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
class SharedLockTest extends TwoClients {

    @ParameterizedTest
    @EnumSource
    void whoHoldsExcludesTheOther(Holder holder) {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        mine.lock();
        assertThat(theirs.tryLock()).isFalse();
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
        assertThat(theirs.tryLock()).isFalse();
        mine.unlock();
        assertThat(theirs.tryLock()).isTrue();
        theirs.unlock();
    }

    @ParameterizedTest
    @EnumSource
    void aBlockedThreadIsWokenByTheRelease(Holder holder) throws Exception {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        for (int round = 0; round < 3; round++) {
            mine.lock();
            Future<Long> waiter = waiter(holder, name, () -> {
                theirs.lock();
                long got = System.nanoTime();
                theirs.unlock();
                return got;
            });
            long released = System.nanoTime();
            mine.unlock();
            assertThat(Duration.ofNanos(join(waiter) - released)).isLessThan(AT_ONCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTimedWaitEndsWithoutTheLockOrWithIt(Holder holder) throws Exception {
        Lock mine = holding(holder).lock(name);
        Lock theirs = waiting(holder).lock(name);
        mine.lock();
        long begin = System.nanoTime();
        assertThat(theirs.tryLock(300, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(290), AT_ONCE); // Redisson counts in milliseconds
        Future<Boolean> waiter = waiter(holder, name, () -> {
            boolean got = theirs.tryLock(20, TimeUnit.SECONDS);
            theirs.unlock();
            return got;
        });
        long released = System.nanoTime();
        mine.unlock();
        assertThat(join(waiter)).isTrue();
        assertAtOnce(released);
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
        join(held);
        assertThat(waiting(holder).tryLockFor(name, Duration.ofSeconds(20), Duration.ofSeconds(5)))
                .isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(lease, lease.plus(AT_ONCE));
        waiting(holder).lock(name).unlock();
    }

    @ParameterizedTest
    @EnumSource
    void aWaiterWithALeaseIsWokenByTheRelease(Holder holder) throws Exception {
        holding(holder).lockFor(name, Duration.ofSeconds(25));
        Future<Boolean> waiter = waiter(holder, name, () -> {
            boolean got = waiting(holder).tryLockFor(name, Duration.ofSeconds(20), Duration.ofSeconds(5));
            waiting(holder).lock(name).unlock();
            return got;
        });
        long released = System.nanoTime();
        holding(holder).lock(name).unlock();
        assertThat(join(waiter)).isTrue();
        assertAtOnce(released);
    }

    @ParameterizedTest
    @EnumSource
    void theWatchdogKeepsTheOtherOut(Holder holder) throws Exception {
        Duration shortLease = Duration.ofMillis(900);
        try (Client keeper = holder == Holder.MORTISE
                ? Client.mortise(server.uri(), shortLease)
                : Client.redisson(server.uri(), shortLease)) {
            Lock kept = keeper.lock(name);
            kept.lock();
            assertThat(waiting(holder).tryLockFor(name, shortLease.multipliedBy(3), shortLease))
                    .isFalse();
            assertThat(keeper.isMine(name)).isTrue();
            kept.unlock();
        }
    }

    @ParameterizedTest
    @EnumSource
    void forceUnlockByTheOtherLetsWaitersIn(Holder holder) throws Exception {
        Future<?> held = begin(() -> {
            holding(holder).lockFor(name, Duration.ofSeconds(25));
            return null;
        });
        join(held);
        Future<Long> waiter = waiter(holder, name, () -> {
            waiting(holder).lock(name).lock();
            long got = System.nanoTime();
            waiting(holder).lock(name).unlock();
            return got;
        });
        long forced = System.nanoTime();
        assertThat(waiting(holder).forceUnlock(name)).isTrue();
        assertThat(Duration.ofNanos(join(waiter) - forced)).isLessThan(AT_ONCE);
    }

    @Test
    void aMortiseHolderThatHasWaitedLatelyIsToldAtOnceThatRedissonForcedIt() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        redisson.lock(name).lock();
        Future<Boolean> loser = waiter(Holder.REDISSON, name, () -> {
            DistributedLock lock = mortise.node().lock(name);
            lock.lock(Duration.ofSeconds(60));
            lock.hold().orElseThrow().onLost(hold -> told.countDown());
            held.countDown();
            boolean inTime = told.await(20, TimeUnit.SECONDS);
            assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
            return inTime;
        });
        redisson.lock(name).unlock();
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(redisson.forceUnlock(name)).isTrue();
        assertThat(join(loser)).isTrue();
    }

    @Test
    void releasesThatWereMissedAreFoundOutWhenTheConnectionIsBack() throws Exception {
        redisson.lock(name).lock();
        Future<Long> waiter = waiter(Holder.REDISSON, name, () -> {
            mortise.lock(name).lock();
            long got = System.nanoTime();
            mortise.lock(name).unlock();
            return got;
        });
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        long released = System.nanoTime();
        redisson.lock(name).unlock();
        assertThat(Duration.ofNanos(join(waiter) - released)).isLessThan(AT_ONCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"odd", "{tag}", "{", "}", "{}", "x{y}z", "a:queue", "%41", "\u00fc \u4e2d", "line\nbreak"})
    void oddNamesAreTheSameLockForBoth(String odd) throws Exception {
        for (Holder holder : Holder.values()) {
            Lock mine = holding(holder).lock(odd);
            Lock theirs = waiting(holder).lock(odd);
            mine.lock();
            assertThat(theirs.tryLock()).isFalse();
            Future<Boolean> waiter = waiter(holder, odd, () -> {
                theirs.lock();
                theirs.unlock();
                return true;
            });
            mine.unlock();
            assertThat(join(waiter)).isTrue();
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

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    private static long threadId() {
        return Thread.currentThread().getId();
    }
}
