package dev.mortise.internal;

import static dev.mortise.internal.Completed.valueOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that meet each other, and calls that meet a store in trouble, in an order that the test sets, on a time that stands still. */
class AcquisitionTest {

    private final MovableTime time = new MovableTime();
    private final HookedTime hooked = new HookedTime(time);
    private final HookedStore store = new HookedStore(new MemoryServer());
    private final Mortise mortise = Mortise.builder()
            .store(store)
            .time(hooked)
            .asyncExecutor(Runnable::run)
            .watchdogLease(Duration.ofSeconds(1))
            .slice(Duration.ZERO)
            .closeGrace(Duration.ZERO)
            .build();
    private final DistributedLock lock = mortise.lock("a");

    @AfterEach
    void close() {
        mortise.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void twoAsyncCallsOfOneThreadAreAnEntryAndAReentry() throws Exception {
        HookedStore.Late<Answer> late = new HookedStore.Late<>();
        CompletableFuture<Ask> asked = new CompletableFuture<>();
        store.onAcquire = ask -> {
            asked.complete(ask);
            return late;
        };
        CompletableFuture<Hold> first = lock.lockAsync();
        CompletableFuture<Hold> second = lock.lockAsync();
        CompletableFuture<Boolean> third = lock.tryLockAsync(Duration.ofSeconds(20));
        store.onAcquire = null;
        late.come(store.server.acquire(asked.get()).await(0, false));

        assertThat(valueOf(first).token()).isEqualTo(valueOf(second).token());
        assertThat(valueOf(third)).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(3);
        lock.unlock();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void aCancelledReentryLeavesTheCountAsItWas() throws Exception {
        OwnedHold other = lock.acquire();
        CompletableFuture<Hold> first = lock.lockAsync();
        CompletableFuture<Hold> second = lock.lockAsync();
        second.cancel(false);
        other.release();
        valueOf(first);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void behindACallInTroubleOneLearnsOfTheTroubleNotThatItIsBusy() throws Exception {
        store.onAcquire = ask -> HookedStore.down();
        CompletableFuture<Hold> speaker = mortise.lock("a").lockAsync();
        hooked.beforeParking(() -> time.advance(Duration.ofMillis(50)));
        assertThatThrownBy(() -> lock.tryAcquire(Duration.ofMillis(50))).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);

        store.onAcquire = null;
        time.advance(Duration.ofMillis(500)); // the longest pause between two tries
        valueOf(speaker);
        assertThat(mortise.lock("a").isHeldByCurrentThread()).isTrue();
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(lock::tryLock);
        assertThat(other.get(30, TimeUnit.SECONDS)).isFalse();
        lock.unlock();
    }

    @Test
    void behindACallWithoutAnswerOneLearnsThatThereIsNone() throws Exception {
        HookedStore.Late<Answer> late = new HookedStore.Late<>();
        store.onAcquire = ask -> late;
        CompletableFuture<Hold> speaker = lock.lockAsync();
        assertThat(lock.tryAcquire())
                .as("a store that takes a moment is not broken")
                .isEmpty();
        hooked.beforeParking(() -> time.advance(Duration.ofMillis(600)));
        assertThatThrownBy(() -> lock.tryAcquire(Duration.ofMillis(600))).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);
        store.onAcquire = null;
        speaker.cancel(false);
        late.come(new Outcome.Failed<>(HookedStore.DOWN));
    }

    @Test
    void anAskThatTakesEffectAfterItsWithdrawalIsReleased() throws Exception {
        HookedStore.Late<Answer> late = new HookedStore.Late<>();
        CompletableFuture<Ask> asked = new CompletableFuture<>();
        store.onAcquire = ask -> {
            asked.complete(ask);
            return late;
        };
        lock.lockAsync().cancel(false);
        store.onAcquire = null;
        late.come(store.server.acquire(asked.get()).await(0, false));
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void aStepThatThrowsEndsAnAsyncCall() {
        OwnedHold other = lock.acquire();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        store.onAcquire = ask -> {
            throw new IllegalStateException("as a test wants it");
        };
        store.onRelease = grant -> store.server.release(grant, 0); // so that the waiter asks for itself
        other.release();
        store.onRelease = null;
        assertThatThrownBy(() -> valueOf(waiting)).hasCauseInstanceOf(IllegalStateException.class);
        store.onAcquire = null;
        lock.lock();
        lock.unlock();
    }

    @Test
    void closingEndsAnAsyncReleaseThatWaitsForTheStore() {
        lock.lock();
        store.onRelease = grant -> HookedStore.down();
        CompletableFuture<?> released = lock.unlockAsync();
        mortise.close();
        assertThatThrownBy(() -> valueOf(released)).hasCauseInstanceOf(StoreUnavailableException.class);
    }
}
