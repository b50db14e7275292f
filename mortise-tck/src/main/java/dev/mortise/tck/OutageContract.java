package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.ForeignKeyException;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.MortiseException;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.spi.Trouble;
import dev.mortise.tck.FaultyStore.Fault;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens while the store cannot be reached, and to requests whose reply was lost. */
public abstract class OutageContract extends ContractGroup {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final FaultyStore faulty;

    protected OutageContract(StoreUnderTest store) {
        super(store);
        this.faulty = new FaultyStore(store.newStore());
    }

    @Test
    @ContractRule("C1")
    void unreachableIsNotBusy() throws Exception {
        Mortise node = faultyNode();
        DistributedLock lock = node.lock(name());
        faulty.fail(Fault.NOT_SENT);
        Duration wait = Duration.ofMillis(150);
        assertTakes(
                wait,
                () -> assertThatThrownBy(() -> lock.tryLock(wait))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("the test cut the connection; mend it")
                        .hasMessageContaining("'" + name() + "'")
                        .hasMessageContaining("node id: " + node.nodeId() + " thread-id: ")
                        .satisfies(thrown -> assertThat(((MortiseException) thrown).elapsed())
                                .isGreaterThanOrEqualTo(wait)));
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> lock.tryLockAsync().join()).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(lock::tryAcquire).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(lock::isLocked).isInstanceOf(StoreUnavailableException.class);
        faulty.fail(Fault.NONE);
        assertFree(lock);
    }

    @Test
    @ContractRule("C6")
    void aBlockingAcquireTriesAgainUpToTheLimitAndThenThrows() throws Exception {
        time();
        DistributedLock lock = faultyNode().lock(name());
        faulty.fail(Fault.NOT_SENT);
        int before = faulty.requests();
        Pending<@Nullable Void> wait = actor().start(lock::lock);
        Eventually.eventually("it has tried three times", () -> faulty.requests() >= before + 3);
        assertThat(wait.isDone()).isFalse();
        skip(LIMIT);
        assertThat(wait.failure()).isInstanceOf(StoreUnavailableException.class);
        faulty.fail(Fault.NONE);
        assertFree(lock);
    }

    @Test
    @ContractRule("C6")
    void anOutageShorterThanTheLimitIsOnlyADelay() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.fail(Fault.NOT_SENT, 3);
        lock.lock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        faulty.fail(Fault.NOT_SENT, 2);
        lock.unlock();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C6")
    void anInterruptEndsTheRetries() throws Exception {
        DistributedLock lock = faultyNode(builder -> builder.unavailableLimit(Duration.ofMinutes(5)))
                .lock(name());
        faulty.fail(Fault.NOT_SENT);
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(lock::lockInterruptibly);
        waiter.awaitParked(wait);
        waiter.interrupt();
        assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
        faulty.fail(Fault.NONE);
        assertFree(lock);
    }

    @Test
    @ContractRule("C1")
    void aRefusalIsToldAtOnceAndNotRetried() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.kind(Trouble.Kind.REFUSED);
        faulty.fail(Fault.NOT_SENT);
        int before = faulty.requests();
        assertThatThrownBy(lock::lock)
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("mend it")
                .satisfies(thrown ->
                        assertThat(((StoreRefusedException) thrown).code()).isEqualTo("FAULT"));
        assertThat(faulty.requests() - before).isEqualTo(1);
        faulty.fail(Fault.NONE);
        assertFree(lock);
    }

    @Test
    @ContractRule("C1")
    void aForeignKeyIsToldAsSuch() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.kind(Trouble.Kind.FOREIGN);
        faulty.fail(Fault.NOT_SENT);
        assertThatThrownBy(lock::tryLock).isInstanceOf(ForeignKeyException.class);
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(100))).isInstanceOf(ForeignKeyException.class);
        faulty.fail(Fault.NONE);
        assertFree(lock);
    }

    @Test
    @ContractRule("C10")
    void anAcquireWhoseReplyWasLostIsResolvedNotRepeated() throws Exception {
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        faulty.fail(Fault.REPLY_LOST, 3);
        lock.lock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        events.await(LockEvent.Acquired.class);
        assertThat(events.of(LockEvent.Waiting.class))
                .as("it does not wait for itself")
                .isEmpty();
        lock.unlock();
        assertUnlocked(lock);
    }

    @Test
    @ContractRule("C10")
    void aReleaseWhoseReplyWasLostIsResolved() {
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        faulty.fail(Fault.REPLY_LOST, 2);
        lock.unlock();
        assertUnlocked(lock);
        events.await(LockEvent.Released.class);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    @ContractRule("C10")
    void anAcquireThatGaveUpWithoutAnAnswerIsGivenBack() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.fail(Fault.SILENT, 1);
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(100)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("unknown whether the lock was free");
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertGivenBack(lock);
        assertFree(lock);
    }

    @Test
    @ContractRule("C4")
    @ContractRule("C10")
    void anAcquireInterruptedBeforeItsAnswerIsGivenBack() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.fail(Fault.SILENT, 1);
        Actor waiter = actor();
        Pending<@Nullable Void> wait = waiter.start(lock::lockInterruptibly);
        DistributedLock other = newLock();
        Eventually.eventually("granted, unheard", other::isLocked);
        waiter.interrupt();
        assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
        assertGivenBack(lock);
        assertFree(lock);
    }

    @Test
    @ContractRule("C10")
    void anAcquireThatFailedWithALostReplyIsGivenBack() throws Exception {
        DistributedLock lock = faultyNode().lock(name());
        faulty.fail(Fault.REPLY_LOST, 1);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        assertGivenBack(lock);
        assertFree(lock);
    }

    @Test
    @ContractRule("C9")
    void failedRenewalsAreToldBeforeTheServersLeaseEnds() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        faulty.fail(Fault.NOT_SENT);
        skip(THIRD);
        events.await(LockEvent.RenewalFailed.class);
        assertThat(hold.isValid()).isTrue();
        skip(LONG_LEASE.minus(THIRD));
        LockEvent.Lost lost = events.await(LockEvent.Lost.class);
        assertThat(lost.cause()).isEqualTo(LossCause.NOT_RENEWED);
        assertThat(hold.isValid()).isFalse();
        faulty.fail(Fault.NONE);
        assertLost(lock::unlock);
        lock.forceUnlock();
    }

    @Test
    @ContractRule("C9")
    void aStoreThatNeverAnswersARenewalDoesNotDelayTheLoss() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        faulty.fail(Fault.SILENT);
        int before = faulty.requests();
        skip(THIRD);
        Eventually.eventually("a renewal is sent", () -> faulty.requests() > before);
        skip(LONG_LEASE.minus(THIRD));
        events.await(LockEvent.Lost.class);
        faulty.fail(Fault.NONE);
        assertLost(lock::unlock);
        lock.forceUnlock();
    }

    @Test
    @ContractRule("C3")
    void aRenewalThatFailsOnceIsTriedAgainInsideTheLease() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        faulty.fail(Fault.NOT_SENT, 1);
        skip(THIRD);
        events.await(LockEvent.RenewalFailed.class);
        skip(THIRD.dividedBy(2));
        events.await(LockEvent.Renewed.class);
        skipToRenewal(events, 1);
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    @ContractRule("C9")
    void aLossThatNobodyToldIsFoundByTheNextRenewal() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        faulty.dropMessages(true);
        newLock().forceUnlock();
        skip(THIRD);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        assertLost(lock::unlock);
    }

    @Test
    @ContractRule("C9")
    void aLossThatNobodyToldIsFoundByUnlock() {
        Recorder events = new Recorder();
        DistributedLock lock = faultyNode(builder -> builder.listener(events)).lock(name());
        lock.lock();
        faulty.dropMessages(true);
        newLock().forceUnlock();
        assertLost(lock::unlock)
                .satisfies(thrown ->
                        assertThat(((HoldLostException) thrown).reason()).isEqualTo(LossCause.GONE));
        events.await(LockEvent.Lost.class);
        assertThat(events.of(LockEvent.Released.class)).isEmpty();
        lock.lock();
        lock.unlock();
    }

    private Mortise faultyNode() {
        return faultyNode(builder -> builder);
    }

    private Mortise faultyNode(UnaryOperator<MortiseBuilder> settings) {
        return node(builder -> settings.apply(builder.store(faulty).unavailableLimit(LIMIT)));
    }
}
