package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that meet each other, and calls that meet a store in trouble, in an order that the test sets. */
@Timeout(30)
class AcquisitionTest {

    private final MemoryServer server = new MemoryServer();
    private final HookedStore store = new HookedStore(server);
    private final Mortise mortise = node(store);
    private final DistributedLock lock = mortise.lock("a");

    private static Mortise node(HookedStore store) {
        return Mortise.builder()
                .store(store)
                .watchdogLease(Duration.ofSeconds(1))
                .slice(Duration.ZERO)
                .closeGrace(Duration.ZERO)
                .build();
    }

    @AfterEach
    void close() {
        mortise.close();
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

        assertThat(first.get(5, TimeUnit.SECONDS).token())
                .isEqualTo(second.get(5, TimeUnit.SECONDS).token());
        assertThat(third.get(5, TimeUnit.SECONDS)).isTrue();
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
        first.get(5, TimeUnit.SECONDS);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void behindACallInTroubleOneLearnsOfTheTroubleNotThatItIsBusy() throws Exception {
        store.onAcquire = ask -> HookedStore.down();
        CompletableFuture<Hold> speaker = mortise.lock("a").lockAsync();
        assertThatThrownBy(() -> lock.tryAcquire(Duration.ofMillis(50))).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(StoreUnavailableException.class);

        store.onAcquire = null;
        speaker.get(5, TimeUnit.SECONDS);
        assertThat(mortise.lock("a").isHeldByCurrentThread()).isTrue();
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(lock::tryLock);
        assertThat(other.get(5, TimeUnit.SECONDS)).isFalse();
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
        assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
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
        assertThatThrownBy(() -> released.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(StoreUnavailableException.class);
    }
}
