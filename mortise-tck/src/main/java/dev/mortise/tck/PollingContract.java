package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.MortiseException;
import dev.mortise.TriesExhaustedException;
import dev.mortise.WaitStrategy;
import java.time.Duration;
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
        Pending<Long> got = actor.begin(() -> {
            poller.lock();
            return System.nanoTime();
        });
        actor.awaitParked(got);
        long released = System.nanoTime();
        lock.unlock();
        assertThat(Duration.ofNanos(got.join() - released)).isLessThan(Duration.ofSeconds(1));
        actor.run(poller::unlock);
    }

    @Test
    void pollersStandInNoQueue() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(EVERY_20_MS);
        lock.lock();
        Actor actor = actor();
        Pending<Boolean> wait = actor.begin(() -> poller.tryLock(Duration.ofSeconds(30)));
        Eventually.never(
                Duration.ofMillis(100),
                "in the queue",
                () -> !lock.inspect().waiters().isEmpty());
        lock.unlock();
        assertThat(wait.join()).isTrue();
        actor.run(poller::unlock);
    }

    @Test
    @ContractRule("C5")
    void aPollersBudgetHolds() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(WaitStrategy.polling(Duration.ofSeconds(30)));
        lock.lock();
        Duration wait = IN_VAIN;
        assertThat(timed(() -> assertThat(poller.tryLock(wait)).isFalse())).isBetween(wait, wait.plus(SLACK));
        lock.unlock();
    }

    @Test
    @ContractRule("C1")
    void whenTriesRunOutTryLockReturnsFalse() throws Exception {
        DistributedLock lock = newLock();
        DistributedLock poller = polling(EVERY_20_MS.maxTries(3));
        lock.lock();
        Duration took =
                timed(() -> assertThat(poller.tryLock(Duration.ofSeconds(30))).isFalse());
        assertThat(took).isBetween(Duration.ofMillis(40), Duration.ofSeconds(5));
        assertThat(poller.tryLockAsync(Duration.ofSeconds(30)).join()).isFalse();
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
        lock.lock();
        Duration took =
                timed(() -> assertThat(poller.tryLock(Duration.ofSeconds(30))).isFalse());
        assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(20 + 40 + 80 + 80));
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
        first.join();
        second.join();
        assertThat(counter[0]).isEqualTo(100);
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
        return node().lock(name(), LockOptions.defaults().waitStrategy(strategy));
    }
}
