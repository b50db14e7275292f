package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.WaitStrategy;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Time;
import dev.mortise.tck.FaultyStore.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The engine under a time that stands still until it is moved: what happens when, to the millisecond. */
class MovableTimeTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** A lease less drift: 1 % and 2 ms. */
    private static final Duration CERTAIN = Duration.ofMillis(30_000 - 300 - 2);

    /** How late the wheel may be: two ticks. */
    private static final Duration TICKS = Duration.ofMillis(4);

    /** How early a renewal may go with another's batch. */
    private static final Duration AHEAD = Duration.ofMillis(50);

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final FaultyStore store = new FaultyStore(server.store());
    private final Recorder events = new Recorder();
    private final List<Mortise> nodes = new ArrayList<>();

    @AfterEach
    void noTimersAreLeft() {
        nodes.forEach(Mortise::close);
        assertThat(time.timers()).isZero();
    }

    @Test
    void theWatchdogRenewsAtEveryThirdAndNotBefore() {
        DistributedLock lock = lock();
        lock.lock();
        for (int third = 1; third <= 6; third++) {
            Duration early = Duration.ofSeconds(10).minus(AHEAD).minus(TICKS);
            time.advance(early);
            assertThat(renewals()).isEqualTo(third - 1);
            Duration late = Duration.ZERO;
            while (renewals() < third && late.compareTo(LEASE) < 0) {
                time.advance(Duration.ofMillis(1));
                late = late.plusMillis(1);
            }
            assertThat(late).isLessThanOrEqualTo(AHEAD.plus(TICKS).plus(TICKS));
        }
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    void nothingIsRenewedAfterTheRelease() {
        DistributedLock lock = lock();
        lock.lock();
        lock.unlock();
        int requests = store.requests();
        time.advance(Duration.ofMinutes(10));
        assertThat(store.requests()).isEqualTo(requests);
    }

    @Test
    void manyGrantsAreRenewedInOneBatch() {
        Mortise node = node(builder -> builder);
        for (int i = 0; i < 100; i++) {
            node.lock("lock-" + i).lock();
        }
        int requests = store.requests();
        time.advance(Duration.ofSeconds(10));
        assertThat(store.requests() - requests).isEqualTo(1);
        Eventually.eventually("all renewed", () -> renewals() == 100);
        for (int i = 0; i < 100; i++) {
            node.lock("lock-" + i).unlock();
        }
    }

    @Test
    void anExplicitLeaseIsLostAtItsDeadlineAndNotBefore() {
        DistributedLock lock = lock();
        lock.lock(LEASE);
        Hold hold = lock.hold().orElseThrow();
        assertThat(hold.remaining()).isEqualTo(CERTAIN);
        time.advance(CERTAIN.minusNanos(1));
        assertThat(hold.isValid()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        time.advance(Duration.ofNanos(1));
        assertThat(hold.isValid()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        time.advance(TICKS);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.EXPIRED);
        assertThat(lock.isLocked()).as("told before the server's lease ends").isTrue();
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aHoldThatCannotBeRenewedIsLostAtItsDeadline() {
        DistributedLock lock = lock();
        lock.lock();
        store.fail(Fault.NOT_SENT);
        time.advance(CERTAIN.minusMillis(1));
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        Eventually.eventually(
                "told", () -> !events.of(LockEvent.RenewalFailed.class).isEmpty());
        time.advance(TICKS.plusMillis(1));
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.NOT_RENEWED);
        store.fail(Fault.NONE);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aRenewalCountsFromBeforeItWasSent() {
        DistributedLock lock = lock();
        lock.lock();
        time.advance(Duration.ofSeconds(10).plus(TICKS));
        assertThat(renewals()).isEqualTo(1);
        Duration sinceRenewal = CERTAIN.minus(lock.hold().orElseThrow().remaining());
        assertThat(sinceRenewal).isBetween(Duration.ZERO, TICKS.plus(TICKS));
        lock.unlock();
    }

    @Test
    void aFailedRenewalIsTriedAgainSoon() {
        DistributedLock lock = lock();
        lock.lock();
        store.fail(Fault.NOT_SENT, 1);
        time.advance(Duration.ofSeconds(10));
        assertThat(renewals()).isZero();
        time.advance(Duration.ofSeconds(1));
        assertThat(renewals()).isEqualTo(1);
        lock.unlock();
    }

    @Test
    void aJumpOfTheWallClockRenewsEverythingAtTheNextTick() {
        Mortise node = node(builder -> builder);
        DistributedLock soon = node.lock("soon", LockOptions.defaults().watchdogLease(Duration.ofSeconds(3)));
        DistributedLock later = node.lock("later");
        DistributedLock muchLater =
                node.lock("much later", LockOptions.defaults().watchdogLease(Duration.ofHours(1)));
        soon.lock();
        later.lock();
        muchLater.lock();
        time.suspend(Duration.ofMillis(1_500));
        time.advance(Duration.ofSeconds(1).plus(TICKS));
        Eventually.eventually(
                "events", () -> !events.of(LockEvent.Renewed.class).isEmpty());
        nodesEventsAreTold(node);
        assertThat(events.of(LockEvent.Renewed.class))
                .extracting(LockEvent.Renewed::lockName)
                .contains("soon", "later", "much later");
        soon.unlock();
        later.unlock();
        muchLater.unlock();
    }

    @Test
    void aSuspendLongerThanTheLeaseIsFoundOut() {
        DistributedLock lock = lock();
        lock.lock();
        time.suspend(LEASE.multipliedBy(2));
        time.advance(Duration.ofSeconds(10).plus(TICKS));
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aPauseBetweenReadingTheTwoClocksIsNoSuspend() {
        HeldUpTime heldUp = new HeldUpTime(time);
        Mortise node = node(builder -> builder.time(heldUp));
        DistributedLock often = node.lock("often", LockOptions.defaults().watchdogLease(Duration.ofSeconds(15)));
        DistributedLock seldom = node.lock("seldom", LockOptions.defaults().watchdogLease(Duration.ofMinutes(1)));
        often.lock();
        seldom.lock();
        heldUp.holdUpOnce(Duration.ofSeconds(2));
        time.advance(Duration.ofSeconds(5).plus(TICKS));
        assertThat(heldUp.heldUp()).isTrue();
        time.advance(Duration.ofSeconds(5).plus(TICKS));
        nodesEventsAreTold(node);
        assertThat(events.of(LockEvent.Renewed.class))
                .extracting(LockEvent.Renewed::lockName)
                .containsExactly("often", "often");
        often.unlock();
        seldom.unlock();
    }

    @Test
    void aWaiterThatHearsNothingLooksOnTheSlowPoll() {
        DistributedLock holder = other().lock("lock");
        DistributedLock lock = lock();
        store.dropMessages(true);
        holder.lock();
        CompletableFuture<Hold> waits = lock.lockAsync();
        int asked = store.requests();
        time.advance(Duration.ofMillis(2_999));
        assertThat(store.requests()).isEqualTo(asked);
        time.advance(Duration.ofMillis(2));
        assertThat(store.requests()).isEqualTo(asked + 1);
        holder.unlock();
        assertThat(waits).isNotDone();
        time.advance(Duration.ofSeconds(3));
        assertThat(waits.join().isValid()).isTrue();
        lock.unlock();
    }

    @Test
    void aWaiterLooksWhenTheHoldersLeaseEnds() {
        DistributedLock holder = other().lock("lock");
        DistributedLock lock = lock();
        holder.lock(Duration.ofMillis(700));
        CompletableFuture<Hold> waits = lock.lockAsync();
        time.advance(Duration.ofMillis(699));
        assertThat(waits).isNotDone();
        time.advance(Duration.ofMillis(2));
        assertThat(waits.join().isValid()).isTrue();
        lock.unlock();
        assertThatThrownBy(holder::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aLapsedLockGoesToTheWaiterAheadAndToNobodyElse() {
        DistributedLock holder = other().lock("lock");
        DistributedLock newcomer = other().lock("lock");
        DistributedLock lock = lock();
        holder.lock(Duration.ofSeconds(2));
        CompletableFuture<Hold> waits = lock.lockAsync();
        time.suspend(Duration.ofSeconds(3));
        assertThat(newcomer.tryLock()).isFalse();
        assertThat(waits.join().isValid()).isTrue();
        assertThat(newcomer.tryLock()).isFalse();
        lock.unlock();
        assertThatThrownBy(holder::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aBudgetEndsOnTheMillisecond() {
        DistributedLock holder = other().lock("lock");
        DistributedLock lock = lock();
        holder.lock();
        CompletableFuture<Boolean> waits = lock.tryLockAsync(Duration.ofMillis(250));
        time.advance(Duration.ofMillis(249));
        assertThat(waits).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(waits.join()).isFalse();
        assertThat(holder.inspect().waiters()).isEmpty();
        holder.unlock();
    }

    @Test
    void pollsGrowApartWithBackOff() {
        DistributedLock holder = other().lock("lock");
        WaitStrategy strategy = WaitStrategy.polling(Duration.ofMillis(100)).backOff(2, Duration.ofMillis(400));
        DistributedLock lock =
                node(builder -> builder).lock("lock", LockOptions.defaults().waitStrategy(strategy));
        holder.lock();
        CompletableFuture<Boolean> waits = lock.tryLockAsync(Duration.ofSeconds(60));
        int asked = store.requests();
        int[] pauses = {100, 200, 400, 400, 400};
        for (int i = 0; i < pauses.length; i++) {
            time.advance(Duration.ofMillis(pauses[i] - 1));
            assertThat(store.requests()).isEqualTo(asked + i);
            time.advance(Duration.ofMillis(1));
            assertThat(store.requests()).isEqualTo(asked + i + 1);
        }
        waits.cancel(true);
        holder.unlock();
    }

    @Test
    void retriesOfAnUnreachableStoreEndAtTheLimit() {
        DistributedLock lock =
                node(builder -> builder.unavailableLimit(Duration.ofSeconds(4))).lock("lock");
        store.fail(Fault.NOT_SENT);
        CompletableFuture<Hold> waits = lock.lockAsync();
        time.advance(Duration.ofMillis(3_999));
        assertThat(waits).isNotDone();
        assertThat(store.requests()).isBetween(8, 40);
        time.advance(Duration.ofMillis(1));
        assertThatThrownBy(waits::join).hasCauseInstanceOf(dev.mortise.StoreUnavailableException.class);
        store.fail(Fault.NONE);
    }

    @Test
    void theLongestHoldTimeEndsTheWatch() {
        DistributedLock lock =
                node(builder -> builder).lock("lock", LockOptions.defaults().maxHold(Duration.ofSeconds(25)));
        lock.lock();
        time.advance(Duration.ofSeconds(24));
        assertThat(renewals()).isEqualTo(2);
        time.advance(Duration.ofSeconds(20));
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        time.advance(Duration.ofSeconds(10));
        assertThat(renewals()).isEqualTo(2);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.EXPIRED);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }

    @Test
    void aRenewedLeaseIsRenewedAtItsOwnThirds() {
        DistributedLock lock = lock();
        lock.lock(Lease.of(Duration.ofSeconds(6)).renewed());
        time.advance(Duration.ofMillis(1_990));
        assertThat(renewals()).isZero();
        time.advance(Duration.ofMillis(10));
        assertThat(renewals()).isEqualTo(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    void theCountIsWrittenWithinTenMilliseconds() {
        DistributedLock lock = lock();
        lock.lock();
        lock.lock();
        lock.lock();
        int requests = store.requests();
        time.advance(Duration.ofMillis(10));
        assertThat(store.requests() - requests)
                .as("one write for two re-entries")
                .isEqualTo(1);
        assertThat(java.util.Objects.requireNonNull(lock.inspect().holder()).count())
                .isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            lock.unlock();
        }
    }

    private int renewals() {
        nodesEventsAreTold(nodes.get(nodes.size() - 1));
        return events.of(LockEvent.Renewed.class).size();
    }

    /** Events are told on a thread of their own, in order: waits until it has told all so far. */
    private void nodesEventsAreTold(Mortise node) {
        DistributedLock marker = node.lock("marker");
        int before = markers();
        marker.tryLock();
        marker.unlock();
        Eventually.eventually("events told", () -> markers() > before);
    }

    private int markers() {
        return (int) events.of(LockEvent.Released.class).stream()
                .filter(event -> event.lockName().equals("marker"))
                .count();
    }

    private DistributedLock lock() {
        return node(builder -> builder).lock("lock");
    }

    private Mortise node(UnaryOperator<MortiseBuilder> settings) {
        return opened(settings.apply(Mortise.builder().time(time).store(store).listener(events)));
    }

    private Mortise other() {
        return opened(Mortise.builder().time(time).store(server.store()));
    }

    private Mortise opened(MortiseBuilder builder) {
        Mortise node = builder.asyncExecutor(Runnable::run)
                .watchdogLease(LEASE)
                .closeGrace(Duration.ZERO)
                .build();
        nodes.add(node);
        return node;
    }

    /** A time whose reader is held up once, before it reads the wall clock. */
    private static final class HeldUpTime implements Time {

        private final MovableTime time;
        private long next;
        private long ahead;

        HeldUpTime(MovableTime time) {
            this.time = time;
        }

        void holdUpOnce(Duration length) {
            next = length.toNanos();
        }

        boolean heldUp() {
            return ahead > 0;
        }

        @Override
        public long nanos() {
            return time.nanos() + ahead;
        }

        @Override
        public long wallMillis() {
            ahead += next;
            next = 0;
            return time.wallMillis() + TimeUnit.NANOSECONDS.toMillis(ahead);
        }

        @Override
        public void parkUntil(Object blocker, long nanos) {
            time.parkUntil(blocker, nanos - ahead);
        }

        @Override
        public Timer schedule(long nanos, Runnable task) {
            return time.schedule(nanos - ahead, task);
        }
    }
}
