package dev.mortise.internal;

import static dev.mortise.internal.Completed.valueOf;
import static dev.mortise.internal.ScriptedStore.answers;
import static dev.mortise.internal.ScriptedStore.fails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.WaitStrategy;
import dev.mortise.internal.ScriptedStore.Late;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Trouble.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the engine makes of grants that the store pushes, in every order of message and reply, on a time that stands still. */
class PushedTest {

    private static final long SERVER = 1_000_000_000_000L;
    private static final Duration PROVISIONAL = Duration.ofSeconds(1);

    private final MovableTime time = new MovableTime();
    private final HookedTime hooked = new HookedTime(time);
    private final ScriptedStore store = new ScriptedStore();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Mortise node = Mortise.builder()
            .listener(event -> events.add(event.getClass().getSimpleName()))
            .store(store)
            .time(hooked)
            .asyncExecutor(Runnable::run)
            .slice(Duration.ZERO)
            .closeGrace(Duration.ZERO)
            .build();
    private final DistributedLock lock = node.lock("lock");
    private final LockId id = new LockId(LockId.LOCK, "lock");

    @AfterEach
    void close() {
        node.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void itsDeadlineIsCountedByTheServersClockFromTheRefusal() {
        CompletableFuture<Hold> waiting = refused();
        time.advance(Duration.ofMillis(1_500));
        // granted half a second ago by the server's clock, told only now
        push(0, SERVER + 1_000_000);
        assertThat(valueOf(waiting).remaining()).isBetween(Duration.ofMillis(480), Duration.ofMillis(500));
        lock.unlock();
    }

    @Test
    void itsDeadlineIsNeverLaterThanALeaseFromNow() {
        CompletableFuture<Hold> waiting = refused();
        push(0, SERVER + 3_600_000_000L); // the server's clock was set forward meanwhile
        assertThat(valueOf(waiting).remaining()).isLessThanOrEqualTo(PROVISIONAL);
        lock.unlock();
    }

    @Test
    void oneThatComesLateIsLookedAfter() {
        CompletableFuture<Hold> waiting = refused();
        time.advance(Duration.ofMillis(1_900));
        push(0, SERVER + 1_000_000);
        assertThat(store.asks).as("a look").hasSize(2);
        assertThat(store.asks.get(1).number()).isEqualTo(store.asks.get(0).number());
        assertThat(valueOf(waiting).remaining()).as("what the look was granted").isGreaterThan(PROVISIONAL);
        lock.unlock();
    }

    @Test
    void oneByAnotherClockIsLookedAfter() {
        CompletableFuture<Hold> waiting = refused();
        time.advance(Duration.ofMillis(100));
        push(0, Pushed.UNKNOWN);
        assertThat(store.asks).as("a look").hasSize(2);
        assertThat(store.asks.get(1).number()).isEqualTo(store.asks.get(0).number());
        assertThat(valueOf(waiting).isValid()).isTrue();
        lock.unlock();
    }

    @Test
    void oneThatOvertakesTheRefusalIsTaken() throws Exception {
        Late late = new Late();
        store.acquireScript.add(late);
        CompletableFuture<Hold> waiting = lock.lockAsync();
        push(0, SERVER + 10);
        late.complete(new Answer.Refused(5_000, true, SERVER));
        assertThat(valueOf(waiting).isValid()).isTrue();
        assertThat(store.asks).hasSize(1);
        lock.unlock();
        assertThat(store.withdrawals).isEmpty();
        assertThat(List.of(events.take(), events.take(), events.take()))
                .containsExactly("Waiting", "Acquired", "Released");
    }

    @Test
    void oneThatComesWhileALookIsUnderWayIsTakenOnce() {
        CompletableFuture<Hold> waiting = refused();
        Late look = new Late();
        store.acquireScript.add(look);
        store.context.signals().look(id);
        push(0, SERVER + 10);
        look.complete(new Answer.Granted(77, true));
        assertThat(valueOf(waiting).token()).isEqualTo(SERVER + 10);
        lock.unlock();
        assertThat(store.releases).hasSize(1);
    }

    /** The look was held up for longer than the lease, and the watchdog has renewed the hold in the meantime. */
    @Test
    void oneThatCameDuringALookIsKeptWhenTheLookIsAnsweredTooLate() {
        CompletableFuture<Hold> waiting = refused();
        Late look = new Late();
        store.acquireScript.add(look);
        store.context.signals().look(id);
        push(0, SERVER + 10);
        time.advance(Duration.ofSeconds(31));
        look.complete(new Answer.Granted(SERVER + 10, true));
        assertThat(store.releases).isEmpty();
        assertThat(valueOf(waiting).isValid()).isTrue();
        lock.unlock();
        assertThat(store.releases).hasSize(1);
    }

    /** A message that follows a look which was answered too late announces a grant that is being given back. */
    @Test
    void oneThatFollowsALookAnsweredTooLateIsGivenBack() {
        CompletableFuture<Hold> waiting = refused();
        Late look = new Late();
        store.acquireScript.add(look);
        store.context.signals().look(id);
        time.advance(Duration.ofSeconds(31));
        look.complete(new Answer.Granted(SERVER + 10, true));
        assertThat(store.releases).hasSize(1);
        push(0, SERVER + 10);
        assertThat(waiting).isNotDone();
        assertThat(store.releases).hasSize(2);
        time.advance(Duration.ofSeconds(1));
        assertThat(valueOf(waiting).isValid()).isTrue();
        lock.unlock();
    }

    @Test
    void oneThatComesJustBeforeALookIsTaken() {
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        CompletableFuture<Boolean> waiting = lock.tryLockAsync(Duration.ofMinutes(1));
        hooked.beforeNext(() -> push(0, SERVER + 10)); // it looks whether its time is over, and then at the lock
        store.context.signals().look(id);
        assertThat(valueOf(waiting)).isTrue();
        lock.unlock();
        assertThat(store.asks).hasSize(1);
        assertThat(store.withdrawals).isEmpty();
    }

    @Test
    void oneThatComesDuringAnOutageIsTaken() {
        CompletableFuture<Hold> waiting = refused();
        store.acquireScript.add(fails(Kind.UNAVAILABLE, true));
        store.context.signals().look(id);
        push(0, SERVER + 10);
        assertThat(valueOf(waiting).isValid()).isTrue();
        lock.unlock();
        assertThat(store.withdrawals).isEmpty();
    }

    @Test
    void oneForAWaiterThatHasLeftIsGivenBack() {
        CompletableFuture<Hold> waiting = refused();
        waiting.cancel(false);
        assertThat(store.withdrawals).hasSize(1);
        push(0, SERVER + 10);
        assertThat(store.releases).hasSize(1);
    }

    @Test
    void oneThatIsToldTwiceIsTakenOnce() {
        CompletableFuture<Hold> waiting = refused();
        push(0, SERVER + 10);
        push(0, SERVER + 10);
        assertThat(valueOf(waiting).isValid()).isTrue();
        assertThat(store.releases).isEmpty();
        lock.unlock();
        assertThat(store.releases).hasSize(1);
    }

    @Test
    void anotherGrantOfAnAskThatIsBeingReleasedIsGivenBackAfterwards() {
        CompletableFuture<Hold> waiting = refused();
        push(0, SERVER + 10);
        valueOf(waiting);
        Late release = new Late();
        store.releaseScript.add(release);
        CompletableFuture<?> released = lock.unlockAsync();
        push(0, SERVER + 20);
        assertThat(store.releases)
                .as("at once it would take the other release's place")
                .hasSize(1);
        release.complete(new Answer.Released());
        valueOf(released);
        assertThat(store.releases).hasSize(2);
        assertThat(store.releases.get(1).ask()).isEqualTo(store.asks.get(0).number());
    }

    @Test
    void aMessageThatIsRepeatedDuringTheReleaseAnnouncesNothingNew() {
        CompletableFuture<Hold> waiting = refused();
        push(0, SERVER + 10);
        valueOf(waiting);
        Late release = new Late();
        store.releaseScript.add(release);
        CompletableFuture<?> released = lock.unlockAsync();
        push(0, SERVER + 10);
        release.complete(new Answer.Released());
        valueOf(released);
        assertThat(store.releases).hasSize(1);
    }

    /** It would ask past the entry by which it stands in the queue, and its release would grant to that entry. */
    @Test
    void aWaiterThatPollsInheritsNoPlace() {
        DistributedLock polled =
                node.lock("lock", LockOptions.defaults().waitStrategy(WaitStrategy.polling(Duration.ofMillis(10))));
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        CompletableFuture<OwnedHold> first = lock.acquireAsync();
        CompletableFuture<OwnedHold> second = polled.acquireAsync();
        first.cancel(false);
        assertThat(valueOf(second).isValid()).isTrue();
        assertThat(store.withdrawals)
                .extracting(Ask::number)
                .containsExactly(store.asks.get(0).number());
        assertThat(store.asks.get(1).number()).isNotEqualTo(store.asks.get(0).number());
        second.join().release();
    }

    @Test
    void aProvisionalLeaseIsConfirmedAfterAThird() {
        CompletableFuture<Hold> waiting = refused();
        push(0, SERVER + 10);
        time.advance(PROVISIONAL.dividedBy(3).plusMillis(5));
        assertThat(store.renewedLeases).containsExactly(30_000L);
        assertThat(valueOf(waiting).remaining()).isGreaterThan(PROVISIONAL);
        lock.unlock();
    }

    @Test
    void whatIsLeftOfAnExplicitLeaseIsAskedForOnce() {
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        CompletableFuture<Hold> waiting = lock.lockAsync(Lease.of(Duration.ofSeconds(10)));
        push(0, SERVER);
        time.advance(Duration.ofSeconds(9));
        assertThat(store.renewedLeases).hasSize(1).allMatch(lease -> lease < 9_700);
        assertThat(valueOf(waiting).isValid()).isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(valueOf(waiting).isValid()).isFalse();
    }

    @Test
    void aReleaseTakesTheNextAlongAndItIsGrantedByTheAnswer() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.releaseScript.add(answers(new Answer.Released(new Answer.Granted(42, true))));
        first.release();
        assertThat(store.nexts).hasSize(1);
        assertThat(valueOf(waiting).token()).isEqualTo(42);
        assertThat(store.asks).hasSize(1);
        lock.unlock();
        assertThat(store.releases.get(1).ask()).isEqualTo(store.nexts.get(0).number());
    }

    @Test
    void whoStandsInTheQueueByAReleaseLooksInTime() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.releaseScript.add(answers(new Answer.Released(new Answer.Refused(1_000, true, SERVER))));
        first.release();
        time.advance(Duration.ofMillis(990));
        assertThat(store.asks).hasSize(1);
        time.advance(Duration.ofMillis(20));
        assertThat(store.asks).hasSize(2);
        assertThat(store.asks.get(1).again()).isTrue();
        assertThat(store.asks.get(1).number()).isEqualTo(store.nexts.get(0).number());
        assertThat(valueOf(waiting).isValid()).isTrue();
        lock.unlock();
    }

    @Test
    void whoStandsInTheQueueByAReleaseIsPushedTheLock() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.releaseScript.add(answers(new Answer.Released(new Answer.Refused(1_000, true, SERVER))));
        first.release();
        pushTo(store.nexts.get(0).number(), SERVER + 10);
        assertThat(valueOf(waiting).token()).isEqualTo(SERVER + 10);
        lock.unlock();
    }

    @Test
    void aReleaseOfUnknownOutcomeMakesTheNextLook() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.releaseScript.add(fails(Kind.UNAVAILABLE, true));
        store.releaseScript.add(answers(new Answer.Gone()));
        CompletableFuture<?> released = first.releaseAsync();
        time.advance(Duration.ofSeconds(1));
        valueOf(released);
        assertThat(valueOf(waiting).isValid()).isTrue();
        assertThat(store.asks.get(1).number()).isEqualTo(store.nexts.get(0).number());
        assertThat(store.asks.get(1).again()).isTrue();
        lock.unlock();
    }

    @Test
    void whoLeavesAfterTheReleaseWithdrawsWhatItAskedFor() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.releaseScript.add(answers(new Answer.Released(new Answer.Refused(1_000, true, SERVER))));
        first.release();
        waiting.cancel(false);
        assertThat(store.withdrawals).hasSize(1);
        assertThat(store.withdrawals.get(0).number())
                .isEqualTo(store.nexts.get(0).number());
    }

    @Test
    void whatAReleaseBringsToAWaiterThatHasLeftIsGivenBack() {
        OwnedHold first = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        Late late = new Late();
        store.releaseScript.add(late);
        CompletableFuture<?> released = first.releaseAsync();
        waiting.cancel(false);
        assertThat(store.withdrawals)
                .as("it overtakes the release, and finds nothing")
                .hasSize(1);
        store.withdrawScript.add(answers(new Answer.Granted(42, true)));
        late.complete(new Answer.Released(new Answer.Granted(42, true)));
        valueOf(released);
        assertThat(store.releases).hasSize(2);
        assertThat(store.releases.get(1).ask()).isEqualTo(store.nexts.get(0).number());
    }

    /** A call that waits: refused and enlisted at {@link #SERVER}. */
    private CompletableFuture<Hold> refused() {
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        return lock.lockAsync();
    }

    private void push(int ask, long serverMicros) {
        pushTo(store.asks.get(ask).number(), serverMicros);
    }

    private void pushTo(long number, long serverMicros) {
        Answer.Granted granted = new Answer.Granted(serverMicros, true);
        store.context.signals().granted(id, new Pushed(number, granted, PROVISIONAL.toMillis(), serverMicros));
    }
}
