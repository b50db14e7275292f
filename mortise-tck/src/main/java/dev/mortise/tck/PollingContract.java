package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.TriesExhaustedException;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting by asking again, for servers without messages. */
public abstract class PollingContract extends ContractGroup {

    private static final WaitStrategy EVERY_20_MS = WaitStrategy.polling(Duration.ofMillis(20));

    protected PollingContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void aPollerGetsInAfterARelease() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(EVERY_20_MS.jitter(0.5));
        lock.lock();
        Actor actor = actor();
        Pending<@Nullable Void> got = actor.start(poller::lock);
        actor.awaitParked(got);
        lock.unlock();
        got.join();
        actor.run(poller::unlock);
    }

    @Test
    void pollersStandInNoQueue() throws Exception {
        DistributedLock lock = newLock();
        FaultyStore counting = new FaultyStore(underTest().newStore());
        DistributedLock poller = polling(node(builder -> builder.store(counting)), EVERY_20_MS);
        lock.lock();
        Actor actor = actor();
        int before = counting.requests();
        Pending<Boolean> wait = actor.begin(() -> poller.tryLock(LONG_WAIT));
        Eventually.eventually("it has asked three times", () -> counting.requests() >= before + 3);
        assertThat(lock.inspect().waiters()).isEmpty();
        lock.unlock();
        assertThat(wait.join()).isTrue();
        actor.run(poller::unlock);
    }

    @Test
    @ContractRule("C5")
    void aPollersBudgetHolds() throws Exception {
        time();
        DistributedLock lock = newLock();
        Recorder events = new Recorder();
        DistributedLock poller =
                polling(node(builder -> builder.listener(events)), WaitStrategy.polling(Duration.ofSeconds(30)));
        Hold held = locked(lock);
        assertExcluded(held, inVain(events, () -> poller.tryLock(IN_VAIN)));
        lock.unlock();
    }

    @Test
    @ContractRule("C1")
    void whenTriesRunOutTryLockReturnsFalse() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(EVERY_20_MS.maxTries(3));
        Hold held = locked(lock);
        assertTakes(Duration.ofMillis(40), () -> assertExcluded(held, poller.tryLock(LONG_WAIT)));
        assertExcluded(held, poller.tryLockAsync(LONG_WAIT).join());
        lock.unlock();
    }

    @Test
    @ContractRule("C1")
    void whenTriesRunOutLockThrowsWithTheirNumber() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(EVERY_20_MS.maxTries(4));
        lock.lock();
        assertThatThrownBy(poller::lock)
                .isInstanceOf(TriesExhaustedException.class)
                .hasMessageContaining("4 tries")
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("thread-id: ")
                .hasMessageContaining("tryLock")
                .satisfies(thrown -> assertThat(((MortiseException) thrown).elapsed())
                        .isGreaterThanOrEqualTo(Duration.ofMillis(60)));
        assertThatThrownBy(poller::lockInterruptibly).isInstanceOf(TriesExhaustedException.class);
        assertThatThrownBy(poller::acquire).isInstanceOf(TriesExhaustedException.class);
        assertThatThrownBy(() -> poller.lockAsync().join()).hasCauseInstanceOf(TriesExhaustedException.class);
        lock.unlock();
        poller.lock();
        poller.unlock();
    }

    @Test
    void pausesGrowWithBackOff() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller =
                polling(EVERY_20_MS.backOff(2, Duration.ofMillis(80)).maxTries(5));
        Hold held = locked(lock);
        assertTakes(Duration.ofMillis(20 + 40 + 80 + 80), () -> assertExcluded(held, poller.tryLock(LONG_WAIT)));
        lock.unlock();
    }

    @Test
    void pollersAndListenersExcludeEachOther() throws Exception {
        DistributedLock listener = newLock();
        DistributedLock poller =
                polling(WaitStrategy.polling(Duration.ofMillis(5)).jitter(0.9));
        int[] counter = new int[1];
        Actor one = actor();
        Actor two = actor();
        Pending<@Nullable Void> first = one.start(() -> count(listener, counter));
        Pending<@Nullable Void> second = two.start(() -> count(poller, counter));
        Pending.joinAll(() -> counter[0], List.of(first, second));
        SafetyViolation.check(counter[0] == 100, "Lost updates: " + counter[0] + " of 100.");
    }

    private static void count(DistributedLock lock, int[] counter) {
        for (int i = 0; i < 50; i++) {
            lock.lock();
            int before = counter[0];
            Thread.onSpinWait();
            counter[0] = before + 1;
            lock.unlock();
        }
    }

    private DistributedLock polling(WaitStrategy strategy) {
        return polling(node(), strategy);
    }

    private DistributedLock polling(Mortise node, WaitStrategy strategy) {
        return node.lock(name(), LockOptions.defaults().waitStrategy(strategy));
    }
}
