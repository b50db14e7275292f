package dev.mortise.internal;

import static dev.mortise.internal.Completed.valueOf;
import static dev.mortise.internal.ScriptedStore.answers;
import static dev.mortise.internal.ScriptedStore.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.ForeignKeyException;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.internal.ScriptedStore.Late;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the engine makes of a store that loses replies, answers late, or fails, on a time that stands still. */
class UncertaintyTest {

    private static final Duration WATCHDOG = Duration.ofSeconds(30);

    private final MovableTime time = new MovableTime();
    private final ScriptedStore store = new ScriptedStore();
    private final EventLog events = new EventLog();
    private final Mortise node = Mortise.builder()
            .store(store)
            .time(time)
            .asyncExecutor(Runnable::run)
            .watchdogLease(WATCHDOG)
            .unavailableLimit(Duration.ofSeconds(4))
            .closeGrace(Duration.ZERO)
            .listener(events)
            .build();
    private final DistributedLock lock = node.lock("lock");

    @AfterEach
    void close() {
        node.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void anUnknownOutcomeIsResolvedByTheSameAsk() {
        store.acquireScript.add(fails(Kind.UNAVAILABLE, true));
        store.acquireScript.add(fails(Kind.UNAVAILABLE, true));
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(Duration.ofSeconds(1));
        assertThat(valueOf(got).token()).isEqualTo(1);
        assertThat(store.asks)
                .hasSize(3)
                .extracting(Ask::number)
                .containsOnly(store.asks.get(0).number());
        lock.unlock();
        assertThat(store.releases).hasSize(1);
        assertThat(store.withdrawals).isEmpty();
    }

    @Test
    void whoStandsInTheQueueLooksWithTheAskByWhichItStandsThere() {
        store.acquireScript.add(answers(new Answer.Refused(500, true)));
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(Duration.ofMillis(501));
        valueOf(got);
        assertThat(store.asks).extracting(Ask::again).containsExactly(false, true);
        assertThat(store.asks.get(1).number()).isEqualTo(store.asks.get(0).number());
        lock.unlock();
    }

    @Test
    void aRefusedAskThatDoesNotWaitIsFollowedByANewOne() {
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        store.acquireScript.add(answers(new Answer.Refused(500, false)));
        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.tryLock()).isTrue();
        assertThat(store.asks).extracting(Ask::number).doesNotHaveDuplicates().isSorted();
        lock.unlock();
    }

    @Test
    void aGrantThatComesAfterItsDeadlineIsGivenBack() {
        Late late = new Late();
        store.acquireScript.add(late);
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(WATCHDOG);
        late.complete(new Answer.Granted(77));
        assertThat(got).isNotDone();
        assertThat(store.releases).hasSize(1);
        assertThat(store.releases.get(0).ask()).isEqualTo(store.asks.get(0).number());
        time.advance(Duration.ofSeconds(1));
        assertThat(valueOf(got).token()).isEqualTo(1);
        assertThat(store.asks.get(1).number()).isNotEqualTo(store.asks.get(0).number());
        lock.unlock();
    }

    @Test
    void aCancelledAskOfUnknownOutcomeIsWithdrawnAndItsGrantReleased() {
        Late late = new Late();
        store.acquireScript.add(late);
        store.withdrawScript.add(answers(new Answer.Granted(77)));
        CompletableFuture<Hold> got = lock.lockAsync();
        got.cancel(true);
        assertThat(store.withdrawals).hasSize(1);
        assertThat(store.releases).hasSize(1);
        assertThat(store.releases.get(0).ask()).isEqualTo(store.asks.get(0).number());
        late.complete(new Answer.Granted(77));
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    /** The store releases such an ask by itself if the replicas do not have it in time, although another call uses it by then. */
    @Test
    void anAskThatReplicasHaveYetToAcknowledgeIsNotPassedOn() {
        LockOptions sure = LockOptions.defaults().acknowledgement(Acknowledgement.byReplicas(1, Duration.ofSeconds(2)));
        Late waitsForReplicas = new Late();
        store.acquireScript.add(waitsForReplicas);
        CompletableFuture<OwnedHold> first = node.lock("lock", sure).acquireAsync();
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        first.cancel(false);
        assertThat(valueOf(second).isValid()).isTrue();
        long left = store.asks.get(0).number();
        assertThat(store.asks.get(1).number()).isNotEqualTo(left);
        assertThat(store.withdrawals).extracting(Ask::number).containsExactly(left);
        second.join().release();
    }

    @Test
    void aCancelledCallGivesBackItsOwnHoldAndNoLaterOne() {
        List<Runnable> completions = new ArrayList<>();
        try (Mortise slow = Mortise.builder()
                .store(new ScriptedStore())
                .time(time)
                .asyncExecutor(completions::add)
                .closeGrace(Duration.ZERO)
                .build()) {
            DistributedLock again = slow.lock("lock");
            CompletableFuture<Hold> cancelled = again.lockAsync(Duration.ofSeconds(1));
            cancelled.cancel(false);
            time.advance(Duration.ofSeconds(2));
            assertThatThrownBy(again::lock).isInstanceOf(HoldLostException.class);
            again.lock();
            completions.forEach(Runnable::run);
            assertThat(again.isHeldByCurrentThread()).isTrue();
            again.unlock();
        }
    }

    @Test
    void aWithdrawalThatFailsIsTriedAgain() {
        store.acquireScript.add(fails(Kind.UNAVAILABLE, true));
        store.withdrawScript.add(fails(Kind.UNAVAILABLE, true));
        store.withdrawScript.add(fails(Kind.UNAVAILABLE, false));
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        time.advance(Duration.ofSeconds(2));
        assertThat(store.withdrawals).hasSize(3);
        time.advance(Duration.ofMinutes(2));
        assertThat(store.withdrawals).hasSize(3);
    }

    @Test
    void aFailureThatSurelyDidNothingNeedsNoWithdrawal() {
        store.acquireScript.add(fails(Kind.UNAVAILABLE, false));
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.withdrawals).isEmpty();
    }

    @Test
    void goneAfterAnUnknownReleaseMeansReleased() {
        lock.lock();
        store.releaseScript.add(fails(Kind.UNAVAILABLE, true));
        store.releaseScript.add(answers(new Answer.Gone()));
        CompletableFuture<?> released = lock.unlockAsync();
        time.advance(Duration.ofSeconds(1));
        assertThat(valueOf(released)).isNull();
        assertThat(store.releases).hasSize(2);
    }

    @Test
    void goneWithoutAnUnknownReleaseMeansLost() {
        lock.lock();
        store.releaseScript.add(fails(Kind.UNAVAILABLE, false));
        store.releaseScript.add(answers(new Answer.Gone()));
        CompletableFuture<?> released = lock.unlockAsync();
        time.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> valueOf(released)).hasCauseInstanceOf(HoldLostException.class);
    }

    @Test
    void aReleaseThatCannotBeToldThrowsAndIsTriedUntilTheLeaseEnds() {
        lock.lock(Duration.ofSeconds(10));
        for (int i = 0; i < 200; i++) {
            store.releaseScript.add(fails(Kind.UNAVAILABLE, false));
        }
        CompletableFuture<?> released = lock.unlockAsync();
        time.advance(Duration.ofSeconds(4));
        assertThatThrownBy(() -> valueOf(released))
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("could not be told");
        int tries = store.releases.size();
        time.advance(Duration.ofSeconds(3));
        assertThat(store.releases).hasSizeGreaterThan(tries);
        time.advance(Duration.ofSeconds(10));
        int last = store.releases.size();
        time.advance(Duration.ofMinutes(1));
        assertThat(store.releases).hasSize(last);
        store.releaseScript.clear();
    }

    @Test
    void aReleaseIsTriedToTheLastOfItsLease() {
        lock.lock(Duration.ofSeconds(1));
        for (int i = 0; i < 200; i++) {
            store.releaseScript.add(fails(Kind.UNAVAILABLE, false));
        }
        CompletableFuture<?> released = lock.unlockAsync();
        time.advance(Duration.ofMillis(950));
        assertThat(released).isNotDone();
        store.releaseScript.clear();
        time.advance(Duration.ofMillis(40));
        assertThat(valueOf(released)).isNull();
    }

    @Test
    void eachKindOfTroubleHasItsException() {
        store.acquireScript.add(fails(Kind.REFUSED, false));
        assertThatThrownBy(lock::lock)
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("something happened; do something")
                .hasMessageContaining("lock 'lock'")
                .satisfies(thrown ->
                        assertThat(((StoreRefusedException) thrown).code()).isEqualTo("CODE"));
        store.acquireScript.add(fails(Kind.FOREIGN, false));
        assertThatThrownBy(lock::tryLock).isInstanceOf(ForeignKeyException.class);
        store.acquireScript.add(fails(Kind.UNAVAILABLE, false));
        assertThatThrownBy(lock::tryLock)
                .isInstanceOf(StoreUnavailableException.class)
                .satisfies(thrown ->
                        assertThat(((MortiseException) thrown).lockName()).contains("lock"));
    }

    @Test
    void aForeignKeyIsPolledSlowlyWithinTheLimit() {
        for (int i = 0; i < 100; i++) {
            store.acquireScript.add(fails(Kind.FOREIGN, false));
        }
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(Duration.ofSeconds(4));
        assertThatThrownBy(() -> valueOf(got)).hasCauseInstanceOf(ForeignKeyException.class);
        assertThat(store.asks).hasSizeBetween(8, 9);
        store.acquireScript.clear();
    }

    @Test
    void theLimitCountsFromTheFirstFailureInARow() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                store.acquireScript.add(fails(Kind.UNAVAILABLE, false));
            }
            store.acquireScript.add(answers(new Answer.Refused(2_500, true)));
        }
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(Duration.ofSeconds(12));
        assertThat(valueOf(got).isValid()).isTrue();
        lock.unlock();
    }

    @Test
    void retriesBackOffWithJitter() {
        for (int i = 0; i < 100; i++) {
            store.acquireScript.add(fails(Kind.UNAVAILABLE, false));
        }
        CompletableFuture<Hold> got = lock.lockAsync();
        time.advance(Duration.ofMillis(100));
        int early = store.asks.size();
        time.advance(Duration.ofMillis(3_899));
        assertThat(got).isNotDone();
        assertThat(early).isBetween(2, 10);
        assertThat(store.asks).hasSizeLessThan(30);
        time.advance(Duration.ofMillis(1));
        assertThatThrownBy(() -> valueOf(got)).hasCauseInstanceOf(StoreUnavailableException.class);
        store.acquireScript.clear();
    }

    @Test
    void aBudgetThatEndsDuringARequestThrowsInsteadOfSayingBusy() {
        Late late = new Late();
        store.acquireScript.add(late);
        CompletableFuture<Boolean> got = lock.tryLockAsync(Duration.ofMillis(100));
        time.advance(Duration.ofMillis(200));
        assertThatThrownBy(() -> valueOf(got))
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("did not answer within the wait");
        assertThat(store.withdrawals).hasSize(1);
    }

    @Test
    void aLongLeaseIsAskedForWithTheWatchdogsAndThenStretched() {
        lock.lock(Duration.ofMinutes(10));
        assertThat(store.asks.get(0).leaseMillis()).isEqualTo(WATCHDOG.toMillis());
        assertThat(store.renewedLeases).containsExactly(Duration.ofMinutes(10).toMillis());
        assertThat(lock.hold().orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(9));
        lock.unlock();
    }

    @Test
    void aShortLeaseIsAskedForAsItIs() {
        lock.lock(Duration.ofSeconds(2));
        assertThat(store.asks.get(0).leaseMillis()).isEqualTo(2_000);
        assertThat(store.renewedLeases).isEmpty();
        lock.unlock();
    }

    @Test
    void aLeaseThatCouldNotBeStretchedYetIsStretchedLater() {
        store.renewal = new Outcome.Failed<>(
                new dev.mortise.spi.Trouble(Kind.UNAVAILABLE, "CODE", "something happened", "wait", true, null));
        CompletableFuture<Hold> got = lock.lockAsync(Duration.ofMinutes(10));
        time.advance(Duration.ofSeconds(2));
        Hold hold = valueOf(got);
        assertThat(hold.remaining()).isLessThan(WATCHDOG);
        store.renewal = new Outcome.Done<>(true);
        time.advance(Duration.ofSeconds(2));
        assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(9));
        lock.unlock();
    }

    @Test
    void aHoldLostBeforeItsLeaseWasWholeIsNotReturned() {
        store.renewal = Outcome.pending();
        DistributedLock brief = node.lock("lock", LockOptions.defaults().watchdogLease(Duration.ofMillis(300)));
        CompletableFuture<Hold> got = brief.lockAsync(Duration.ofMinutes(10));
        time.advance(Duration.ofMillis(290));
        assertThat(got).isNotDone();
        time.advance(Duration.ofMillis(20));
        assertThatThrownBy(() -> valueOf(got)).hasCauseInstanceOf(StoreUnavailableException.class);
        store.renewal = new Outcome.Done<>(true);
        brief.lock();
        brief.unlock();
    }

    @Test
    void aRenewalAnsweredAfterTheReleaseIsNotTold() throws Exception {
        lock.lock();
        store.renewal = Outcome.pending();
        time.advance(Duration.ofSeconds(11));
        lock.unlock();
        store.unanswered.forEach(answer -> answer.accept(new Outcome.Done<>(true)));
        store.unanswered.forEach(answer -> answer.accept(new Outcome.Done<>(false)));
        assertThat(events.namesOf(node)).containsExactly("Acquired", "Released");
    }

    @Test
    void tryLockAsksOnceAndNeverEnlists() {
        store.acquireScript.add(answers(new Answer.Refused(500, false)));
        assertThat(lock.tryLock()).isFalse();
        assertThat(store.asks).singleElement().satisfies(ask -> {
            assertThat(ask.enlist()).isFalse();
            assertThat(ask.barge()).isFalse();
        });
        assertThat(store.withdrawals).isEmpty();
    }

    @Test
    void aWaiterThatGivesUpWithdrawsItsLastAsk() {
        for (int i = 0; i < 3; i++) {
            store.acquireScript.add(answers(new Answer.Refused(40, true)));
        }
        store.acquireScript.add(answers(new Answer.Refused(60_000, true)));
        CompletableFuture<Boolean> got = lock.tryLockAsync(Duration.ofMillis(200));
        time.advance(Duration.ofMillis(200));
        assertThat(valueOf(got)).isFalse();
        assertThat(store.withdrawals)
                .extracting(Ask::number)
                .containsExactly(store.asks.get(3).number());
    }
}
