package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.MutexOptions;
import dev.mortise.TriesExhaustedException;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting for a mutex: woken by a message, or by spinning with an interval and a most number of tries. */
public abstract class MutexWaitingContract extends ContractGroup {

    private static final Duration INTERVAL = Duration.ofMillis(20);

    protected MutexWaitingContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void aReleaseWakesTheNextWaiter() throws Exception {
        time();
        Mutex held = node().mutex(name());
        FaultyStore hearing = new FaultyStore(underTest().newStore());
        Mutex awaited = node(builder -> builder.store(hearing)).mutex(name());
        MutexHold hold = held.acquire(LONG_LEASE);
        Pending<MutexHold> waits = actor().begin(() -> awaited.acquire(LONG_LEASE));
        Eventually.eventually("it waits", () -> held.inspect().waiters().size() == 1);
        stopTime();
        assertThat(hold.release()).isTrue();
        MutexHold next = waits.join();
        runTime();
        Eventually.eventually("the release was heard of", () -> hearing.heard() > 0);
        assertThat(held.inspect().waiters()).isEmpty();
        assertThat(next.release()).isTrue();
        assertUnlocked(held);
    }

    @Test
    void aWaiterOfTheSameNodeGetsIn() throws Exception {
        Mutex mutex = node().mutex(name());
        MutexHold hold = mutex.acquire(LONG_LEASE);
        Actor actor = actor();
        Pending<MutexHold> waits =
                actor.begin(() -> mutex.tryAcquire(LONG_WAIT, LONG_LEASE).orElseThrow());
        actor.awaitParked(waits);
        assertThat(hold.release()).isTrue();
        assertThat(waits.join().release()).isTrue();
    }

    @Test
    @ContractRule("C5")
    void theWaitIsTheWholeBudget() throws Exception {
        time();
        Recorder events = new Recorder();
        Mutex mutex = node(builder -> builder.listener(events)).mutex(name());
        try (MutexHold hold = mutex.acquire(LONG_LEASE)) {
            Mutex other = node().mutex(name());
            assertExcluded(
                    hold,
                    inVain(other, () -> other.tryAcquire(IN_VAIN, LONG_LEASE)).isPresent());
            assertExcluded(
                    hold,
                    inVain(events, () -> mutex.tryAcquire(IN_VAIN, LONG_LEASE)).isPresent());
            assertThat(hold.isValid()).isTrue();
        }
    }

    @Test
    @ContractRule("C4")
    void anInterruptEndsAWaitAndLeavesNothing() throws Exception {
        Mutex mutex = node().mutex(name());
        try (MutexHold hold = mutex.acquire(LONG_LEASE)) {
            Mutex other = node().mutex(name());
            Actor actor = actor();
            Pending<?> waits = actor.begin(() -> other.tryAcquire(LONG_WAIT, LONG_LEASE));
            Eventually.eventually("it waits", () -> mutex.inspect().waiters().size() == 1);
            actor.awaitParked(waits);
            actor.interrupt();
            assertThat(waits.failure()).isInstanceOf(InterruptedException.class);
            assertNoWaiters(mutex);
            assertThat(hold.isValid()).isTrue();
        }
    }

    @Test
    @ContractRule("C1")
    void spinningEndsWithItsTries() throws Exception {
        Mutex mutex = node().mutex(name());
        Mutex spins = spinning(node(), WaitStrategy.polling(INTERVAL).maxTries(3));
        MutexHold hold = mutex.acquire(LONG_LEASE);
        assertTakes(
                INTERVAL.multipliedBy(2),
                () -> assertExcluded(
                        hold, spins.tryAcquire(LONG_WAIT, LONG_LEASE).isPresent()));
        assertThatThrownBy(() -> spins.acquire(LONG_LEASE))
                .isInstanceOf(TriesExhaustedException.class)
                .hasMessageContaining("3 tries")
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("object: ");
        assertThat(mutex.inspect().waiters()).as("who spins stands in no queue").isEmpty();
        assertThat(hold.release()).isTrue();
        assertThat(spins.acquire(LONG_LEASE).release()).isTrue();
    }

    @Test
    void aSpinnerGetsInAfterARelease() throws Exception {
        Mutex mutex = node().mutex(name());
        Mutex spins = spinning(node(), WaitStrategy.polling(INTERVAL).jitter(0.5));
        MutexHold hold = mutex.acquire(LONG_LEASE);
        Actor actor = actor();
        Pending<MutexHold> waits = actor.begin(() -> spins.acquire(LONG_LEASE));
        actor.awaitParked(waits);
        assertThat(hold.release()).isTrue();
        assertThat(waits.join().release()).isTrue();
    }

    @Test
    void noUpdateIsLostBetweenListenersAndSpinners() throws Exception {
        int rounds = 25;
        int[] counter = new int[1];
        List<Pending<@Nullable Void>> all = new ArrayList<>();
        WaitStrategy spin = WaitStrategy.polling(Duration.ofMillis(2)).jitter(0.9);
        for (WaitStrategy strategy : List.of(WaitStrategy.messages(), WaitStrategy.messages(), spin)) {
            Mutex mutex = spinning(node(), strategy);
            for (int thread = 0; thread < 2; thread++) {
                all.add(actor().start(() -> {
                    for (int i = 0; i < rounds; i++) {
                        try (MutexHold hold = mutex.acquire(LONG_LEASE)) {
                            int before = counter[0];
                            Thread.onSpinWait();
                            counter[0] = before + (hold.isValid() ? 1 : 0);
                        }
                    }
                }));
            }
        }
        Pending.joinAll(() -> counter[0], all);
        int updates = all.size() * rounds;
        SafetyViolation.check(counter[0] == updates, "Lost updates: " + counter[0] + " of " + updates + ".");
    }

    private Mutex spinning(Mortise node, WaitStrategy strategy) {
        return node.mutex(name(), MutexOptions.defaults().waitStrategy(strategy));
    }
}
