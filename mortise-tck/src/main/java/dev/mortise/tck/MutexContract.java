package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.LockView;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mutex: both classic accidents of a lock on one key, and who may take and release it. */
public abstract class MutexContract extends ContractGroup {

    protected MutexContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void aCrashedHoldersMutexExpires() throws Exception {
        Mortise crashed = node();
        Mutex mutex = newMutex();
        assertThat(mutex.isLocked()).isFalse();
        long asked = System.nanoTime();
        assertThat(answer(crashed.store().acquire(ask(SHORT_LEASE)))).isEqualTo(new Answer.Granted(0));
        MutexHold next = mutex.tryAcquire(LONG_WAIT, LONG_LEASE).orElseThrow();
        SafetyViolation.check(
                since(asked).compareTo(SHORT_LEASE.minusMillis(5)) > 0,
                "The next got in " + since(asked) + " after a lease of " + SHORT_LEASE + " was asked for.");
        assertThat(next.release()).isTrue();
    }

    @Test
    void aLateReleaseNeverDeletesTheSuccessorsKey() {
        FaultyStore deaf = new FaultyStore(underTest().newStore());
        deaf.dropMessages(true);
        Mutex paused = node(builder -> builder.store(deaf)).mutex(name());
        Mutex other = newMutex();
        MutexHold late = paused.tryAcquire(LONG_LEASE).orElseThrow();
        assertThat(other.forceUnlock()).isTrue();
        MutexHold successor = other.tryAcquire(LONG_LEASE).orElseThrow();
        assertThat(late.isValid()).as("it knows of nothing").isTrue();
        assertThat(late.release()).isFalse();
        assertThat(late.isValid()).isFalse();
        assertExcluded(successor, newMutex().tryAcquire(LONG_LEASE).isPresent());
        assertThat(successor.release()).isTrue();
        assertUnlocked(other);
    }

    @Test
    void afterItsLeaseAReleaseSaysThatItWasNotMine() {
        Mutex mutex = newMutex();
        MutexHold over = mutex.acquire(SHORT_LEASE);
        MutexHold successor = newMutex().acquire(LONG_LEASE);
        assertThat(over.isValid()).isFalse();
        assertThat(over.release()).isFalse();
        assertThat(over.releaseAsync().join()).isFalse();
        over.close();
        assertKept(successor, mutex.isLocked());
        assertThat(successor.release()).isTrue();
    }

    @Test
    @ContractRule("C11")
    void anyThreadMayReleaseItOnce() throws Exception {
        Mutex mutex = newMutex();
        MutexHold hold = actor().call(() -> mutex.acquire(LONG_LEASE));
        assertThat(hold.lockName()).isEqualTo(name());
        assertThat(hold.count()).isEqualTo(1);
        assertThat(hold.remaining()).isPositive().isLessThan(LONG_LEASE);
        assertThat(actor().call(hold::release)).isTrue();
        assertThat(hold.isValid()).isFalse();
        MutexHold next = mutex.tryAcquire(LONG_LEASE).orElseThrow();
        assertThat(hold.release()).isFalse();
        assertThat(hold.releaseAsync().join()).isFalse();
        hold.close();
        assertKept(next, mutex.isLocked());
        next.close();
        next.close();
        assertUnlocked(mutex);
    }

    @Test
    @ContractRule("C15")
    void itIsNotReentrant() throws Exception {
        time();
        Recorder events = new Recorder();
        Mutex mutex = node(builder -> builder.listener(events)).mutex(name());
        try (MutexHold hold = mutex.tryAcquire(LONG_LEASE).orElseThrow()) {
            assertExcluded(hold, mutex.tryAcquire(LONG_LEASE).isPresent());
            assertExcluded(hold, mutex.tryAcquireAsync(LONG_LEASE).join().isPresent());
            assertExcluded(
                    hold,
                    inVain(events, () -> mutex.tryAcquire(IN_VAIN, LONG_LEASE)).isPresent());
            assertThat(hold.count()).isEqualTo(1);
        }
        assertUnlocked(mutex);
    }

    @Test
    void itHasNoTokenAndSaysWhatHas() {
        try (MutexHold hold = newMutex().acquire(LONG_LEASE)) {
            assertThatThrownBy(hold::token)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("'" + name() + "'")
                    .hasMessageContaining("Mortise.lock(");
        }
    }

    @Test
    void aLockAndAMutexOfOneNameAreTwo() {
        Mortise node = node();
        DistributedLock lock = node.lock(name());
        lock.lock();
        try (MutexHold hold = node.mutex(name()).tryAcquire(LONG_LEASE).orElseThrow()) {
            assertExcluded(hold, newMutex().tryAcquire(LONG_LEASE).isPresent());
            assertThat(hold.isValid()).isTrue();
        }
        assertUnlocked(node.mutex(name()));
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
    }

    @Test
    @ContractRule("C3")
    void itIsRenewedOnlyIfAskedTo() {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        try (MutexHold notKept = node.mutex(name() + ":explicit").acquire(LONG_LEASE);
                MutexHold kept = node.mutex(name()).acquire(Lease.of(LONG_LEASE).renewed())) {
            skipToRenewal(events, 1);
            skipToRenewal(events, 1);
            assertThat(renewals(events, name())).isEqualTo(2);
            assertThat(kept.isValid()).isTrue();
            assertThat(notKept.isValid()).isTrue();
            assertThat(renewals(events, name() + ":explicit")).isZero();
        }
    }

    @Test
    void aLongLeaseIsThereWhenAcquireReturns() {
        Mutex mutex = newMutex();
        try (MutexHold hold = mutex.acquire(LONG_LEASE.multipliedBy(3))) {
            assertThat(hold.remaining()).isGreaterThan(LONG_LEASE);
            assertThat(holder(mutex).remaining()).isGreaterThan(LONG_LEASE);
        }
    }

    @Test
    @ContractRule("C9")
    void aLossIsTold() {
        Recorder events = new Recorder();
        Store store = underTest().newStore();
        Mortise node = node(builder -> builder.store(store).listener(events));
        Eventually.eventually("the node can be told", store::listening);
        MutexHold hold = node.mutex(name()).acquire(Lease.watchdog());
        AtomicReference<@Nullable Hold> told = new AtomicReference<>();
        hold.onLost(told::set);
        assertThat(newMutex().forceUnlock()).isTrue();
        Eventually.eventually("told", () -> told.get() == hold);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.release()).isFalse();
        LockEvent.Lost lost = events.await(LockEvent.Lost.class);
        assertThat(lost.cause()).isEqualTo(LossCause.FORCED);
        assertThat(lost.token()).isZero();
    }

    @Test
    void peopleSeeWhoHoldsItAndWhoWaits() {
        Mortise node = node(builder -> builder.label("the holder"));
        Mutex mutex = node.mutex(name());
        assertThat(mutex.inspect()).isEqualTo(new LockView(name(), null, List.of()));
        try (MutexHold hold = mutex.acquire(LONG_LEASE)) {
            assertThat(hold.isValid()).isTrue();
            CompletableFuture<Optional<MutexHold>> waits =
                    node(builder -> builder.label("the waiter")).mutex(name()).tryAcquireAsync(LONG_LEASE, LONG_LEASE);
            Eventually.eventually("it waits", () -> !mutex.inspect().waiters().isEmpty());
            assertThat(mutex.inspect().waiters().get(0).nodeLabel()).isEqualTo("the waiter");
            LockView.Holder holder = holder(mutex);
            assertThat(holder.nodeId()).isEqualTo(node.nodeId());
            assertThat(holder.nodeLabel()).isEqualTo("the holder");
            assertThat(holder.owner()).matches("ask \\d+");
            assertThat(holder.token()).isZero();
            assertThat(holder.since()).isEqualTo(Instant.EPOCH);
            assertThat(holder.remaining()).isPositive().isLessThanOrEqualTo(LONG_LEASE);
            assertThat(waits.cancel(true)).isTrue();
        }
    }

    @Test
    @ContractRule("C10")
    void requestsMayComeTwiceAndLate() throws Exception {
        Store store = node().store();
        Store other = node().store();
        Ask ask = ask(LONG_LEASE);
        Grant grant = new Asked(ask, 120_000);
        assertThat(answer(store.acquire(ask))).isEqualTo(new Answer.Granted(0));
        assertThat(answer(store.acquire(ask))).isEqualTo(new Answer.Granted(0));
        assertThat(answer(store.withdraw(ask))).isEqualTo(new Answer.Granted(0));
        assertThat(answer(other.acquire(ask))).isInstanceOf(Answer.Refused.class);
        assertThat(answer(other.release(grant, 0))).isEqualTo(new Answer.Gone());
        assertThat(renewed(other, grant)).isFalse();
        assertThat(renewed(store, grant)).isTrue();
        answer(store.acquire(ask));
        assertThat(renewed(store, new Asked(ask, 1_000))).isTrue();
        assertThat(answer(store.millisLeft(ask.lock()))).as("never lowered").isBetween(60_000L, 120_000L);
        assertThat(answer(store.release(grant, 0))).isEqualTo(new Answer.Released());
        assertThat(answer(store.release(grant, 0))).isEqualTo(new Answer.Gone());
        assertThat(answer(store.withdraw(ask))).isEqualTo(new Answer.Gone());
        assertThat(renewed(store, grant)).isFalse();
        assertThat(answer(store.millisLeft(ask.lock()))).isEqualTo(-2);
    }

    @Test
    @ContractRule("C10")
    void anAcquireWhoseReplyWasLostIsResolved() throws Exception {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        Mutex mutex = node(builder -> builder.store(faulty)).mutex(name());
        faulty.fail(FaultyStore.Fault.REPLY_LOST, 1);
        MutexHold hold = mutex.tryAcquire(LONG_WAIT, LONG_LEASE).orElseThrow();
        faulty.fail(FaultyStore.Fault.REPLY_LOST, 1);
        assertThat(hold.release())
                .as("it was mine: the first try had released it")
                .isTrue();
        faulty.fail(FaultyStore.Fault.REPLY_LOST, 1);
        assertThatThrownBy(() -> mutex.tryAcquire(LONG_LEASE)).hasMessageContaining("the test cut the connection");
        assertThat(newMutex().tryAcquire(LONG_WAIT, LONG_LEASE).orElseThrow().release())
                .as("what nobody waited for was given back")
                .isTrue();
    }

    @Test
    @ContractRule("C11")
    void cancelledWaitsLeaveNothingBehind() throws Exception {
        Mutex mutex = newMutex();
        MutexHold hold = join(mutex.acquireAsync(LONG_LEASE));
        Mutex other = newMutex();
        CompletableFuture<MutexHold> waits = other.acquireAsync(LONG_LEASE);
        Eventually.eventually("it waits", () -> mutex.inspect().waiters().size() == 1);
        assertThat(waits.cancel(true)).isTrue();
        assertNoWaiters(mutex);
        assertThat(join(hold.releaseAsync())).isTrue();
        assertThat(join(other.tryAcquireAsync(Lease.of(LONG_LEASE)))
                        .orElseThrow()
                        .release())
                .isTrue();
    }

    private Mutex newMutex() {
        return node().mutex(name());
    }

    private Ask ask(Duration lease) {
        return new Ask(new LockId(LockId.MUTEX, name()), 1_000_000, "#1", lease.toMillis(), false, false);
    }

    private static <T> T answer(Reply<T> reply) throws InterruptedException {
        Outcome<T> outcome = reply.await(Long.MAX_VALUE, true);
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done<T>) outcome).value();
    }

    private static boolean renewed(Store store, Grant grant) throws Exception {
        CompletableFuture<Outcome<Boolean>> told = new CompletableFuture<>();
        store.renew(List.of(grant), (same, outcome) -> told.complete(outcome));
        return join(told) instanceof Outcome.Done<Boolean> done && done.value();
    }

    private static LockView.Holder holder(Mutex mutex) {
        return Objects.requireNonNull(mutex.inspect().holder());
    }

    private static long renewals(Recorder events, String name) {
        return events.of(LockEvent.Renewed.class).stream()
                .filter(event -> event.lockName().equals(name))
                .count();
    }

    private record Asked(Ask asked, long leaseMillis) implements Grant {
        @Override
        public LockId lock() {
            return asked.lock();
        }

        @Override
        public long ask() {
            return asked.number();
        }

        @Override
        public long token() {
            return 0;
        }
    }
}
