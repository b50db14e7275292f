package dev.mortise.internal;

import static dev.mortise.internal.Completed.valueOf;
import static dev.mortise.internal.ScriptedStore.answers;
import static dev.mortise.internal.ScriptedStore.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.MutexOptions;
import dev.mortise.StoreRefusedException;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import dev.mortise.spi.Trouble.Kind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a mutex adds to the engine, on a store that does what the test says and a time that stands still. */
class MutexTest {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    private final MovableTime time = new MovableTime();
    private final ScriptedStore store = new ScriptedStore();
    private final EventLog events = new EventLog();
    private final Mortise node = Mortise.builder()
            .store(store)
            .time(time)
            .asyncExecutor(Runnable::run)
            .closeGrace(Duration.ZERO)
            .listener(events)
            .build();
    private final Mutex mutex = node.mutex("mutex");

    @AfterEach
    void close() {
        node.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void eachCallIsANewOwner() {
        mutex.acquire(LEASE).close();
        mutex.acquire(LEASE).close();
        node.mutex("mutex", MutexOptions.defaults().bareName()).acquire(LEASE).close();
        assertThat(store.asks).extracting(Ask::owner).containsExactly("#1", "#2", "#3");
        assertThat(store.asks)
                .extracting(ask -> ask.lock().kind())
                .containsExactly(LockId.MUTEX, LockId.MUTEX, LockId.BARE_MUTEX);
    }

    @Test
    void whatTheStoreDoesNotFindWasNotMine() throws Exception {
        store.releaseScript.add(answers(new Answer.Gone()));
        assertThat(mutex.acquire(LEASE).release()).isFalse();
        store.releaseScript.add(answers(new Answer.Gone()));
        assertThat(valueOf(mutex.acquire(LEASE).releaseAsync())).isFalse();
        assertThat(events.namesOf(node)).containsExactly("Acquired", "Lost", "Acquired", "Lost");
    }

    @Test
    void aReleaseThatTheStoreRefusesIsTrouble() {
        store.releaseScript.add(fails(Kind.REFUSED, false));
        MutexHold hold = mutex.acquire(LEASE);
        assertThatThrownBy(hold::release).isInstanceOf(StoreRefusedException.class);
        store.releaseScript.add(fails(Kind.REFUSED, false));
        MutexHold next = mutex.acquire(LEASE);
        assertThatThrownBy(() -> valueOf(next.releaseAsync())).hasCauseInstanceOf(StoreRefusedException.class);
    }

    @Test
    void afterRunOnceNothingIsAskedOrTold() throws Exception {
        assertThat(mutex.runOnce(LEASE, hold -> {})).isTrue();
        time.advance(Duration.ofMinutes(1));
        assertThat(store.releases).isEmpty();
        assertThat(store.renewedLeases).isEmpty();
        assertThat(mutex.runOnce(LEASE, hold -> {})).as("asks again").isTrue();
        assertThat(store.asks).hasSize(2);
        assertThat(events.namesOf(node)).containsExactly("Acquired", "Released", "Acquired", "Released");
    }

    @Test
    void aLeaseThatIsNotWholeYetWhenRunOnceIsDoneIsAskedForOn() {
        store.renewal =
                new Outcome.Failed<>(new Trouble(Kind.UNAVAILABLE, "CODE", "something happened", "wait", true, null));
        assertThat(mutex.runOnce(LONG_LEASE, hold -> {})).isTrue();
        int asked = store.renewedLeases.size();
        store.renewal = new Outcome.Done<>(true);
        time.advance(Duration.ofSeconds(2));
        assertThat(store.renewedLeases)
                .hasSizeGreaterThan(asked)
                .allMatch(lease -> lease > LONG_LEASE.toMillis() - 5_000, "what is left of the lease");
        assertThat(store.releases).isEmpty();
    }

    @Test
    void whatFailsBesideTheTaskDoesNotMaskIt() {
        store.releaseScript.add(fails(Kind.REFUSED, false));
        IllegalStateException failed = new IllegalStateException("the task failed");
        assertThatThrownBy(() -> mutex.runOnce(LEASE, hold -> {
                    throw failed;
                }))
                .isSameAs(failed)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).hasOnlyElementsOfType(StoreRefusedException.class));
    }

    @Test
    void optionsAreChecked() {
        MutexOptions options = MutexOptions.defaults();
        assertThatThrownBy(() -> options.watchdogLease(Duration.ofMillis(149)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.maxHold(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxHold is PT0S");
        assertThatThrownBy(() -> node.mutex("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void inMemoryALockAMutexAndABareMutexOfOneNameAreThree() {
        try (Mortise memory = Mortise.inMemory()) {
            memory.lock("name").lock();
            assertThat(memory.mutex("name").tryAcquire(LEASE)).isPresent();
            Mutex bare = memory.mutex("name", MutexOptions.defaults().bareName());
            assertThat(bare.tryAcquire(LEASE)).isPresent();
            assertThat(bare.tryAcquire(LEASE)).isEmpty();
            assertThat(memory.mutex("name").forceUnlock()).isTrue();
            assertThat(bare.forceUnlock()).isTrue();
            memory.lock("name").unlock();
        }
    }
}
