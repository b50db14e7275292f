package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.StoreUnavailableException;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Nobody's update is lost, however the lock was taken. */
@Tag("timing")
public abstract class ExclusionContract extends ContractGroup {

    private static final int NODES = 3;
    private static final int THREADS = 4;
    private static final int ROUNDS = 60;

    protected ExclusionContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C5")
    @ContractRule("C10")
    @ContractRule("C11")
    void noUpdateIsLostUnderMixedEntryPoints(TestReporter reporter) throws Exception {
        long seed = new Random().nextLong();
        reporter.publishEntry("seed", Long.toString(seed));
        Tally tally = new Tally();
        List<Pending<Integer>> workers = new ArrayList<>();
        List<Actor> actors = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            WaitStrategy strategy = n < NODES - 1
                    ? WaitStrategy.messages()
                    : WaitStrategy.polling(Duration.ofMillis(3)).jitter(0.5);
            DistributedLock lock = node().lock(name(), LockOptions.defaults().waitStrategy(strategy));
            for (int t = 0; t < THREADS; t++) {
                Worker worker = new Worker(lock, tally, new Random(seed + 31L * n + t));
                Actor actor = actor();
                actors.add(actor);
                workers.add(actor.begin(worker::work));
            }
        }
        AtomicBoolean over = new AtomicBoolean();
        Pending<@Nullable Void> interrupter = actor().start(() -> interruptAtRandom(actors, over, new Random(~seed)));
        try {
            Pending.joinAll(tally::count, workers);
        } finally {
            over.set(true);
        }
        interrupter.join();
        int expected = 0;
        for (Pending<Integer> worker : workers) {
            expected += worker.join();
        }
        int updates = expected;
        SafetyViolation.checked(() -> {
            assertThat(tally.count()).as("updates, seed %d", seed).isEqualTo(updates);
            assertThat(tally.tokens())
                    .as("tokens in grant order, seed %d", seed)
                    .isSorted()
                    .doesNotHaveDuplicates();
        });
        assertThat(updates).isGreaterThan(NODES * THREADS);
        assertFree(newLock());
    }

    private static void interruptAtRandom(List<Actor> actors, AtomicBoolean over, Random random) {
        while (!over.get()) {
            LockSupport.parkNanos(random.nextInt(4_000_000));
            actors.get(random.nextInt(actors.size())).interrupt();
        }
    }

    /** Plain fields, read and written apart: only the lock keeps them right. */
    private static final class Tally {
        private int count;
        private final List<Long> tokens = new ArrayList<>();

        void add(long token) {
            int before = count;
            LockSupport.parkNanos(before % 7 == 0 ? 20_000 : 1);
            tokens.add(token);
            count = before + 1;
        }

        int count() {
            return count;
        }

        List<Long> tokens() {
            return tokens;
        }
    }

    /** One thread: takes the lock in one way or another, and counts. */
    private static final class Worker {
        private final DistributedLock lock;
        private final Tally tally;
        private final Random random;
        private int updates;

        Worker(DistributedLock lock, Tally tally, Random random) {
            this.lock = lock;
            this.tally = tally;
            this.random = random;
        }

        int work() throws Exception {
            for (int round = 0; round < ROUNDS; round++) {
                try {
                    oneWay();
                } catch (InterruptedException e) {
                    // goes on with the next round
                }
            }
            return updates;
        }

        private void oneWay() throws Exception {
            switch (random.nextInt(9)) {
                case 0 -> {
                    lock.lock();
                    updateAndUnlock();
                }
                case 1 -> {
                    lock.lockInterruptibly(Duration.ofSeconds(20));
                    updateAndUnlock();
                }
                case 2 -> {
                    if (inTime(() -> lock.tryLock(Duration.ofMillis(random.nextInt(8))))) {
                        updateAndUnlock();
                    }
                }
                case 3 -> {
                    if (lock.tryLock()) {
                        updateAndUnlock();
                    }
                }
                case 4 -> {
                    try (var hold = lock.acquire()) {
                        update(hold.token());
                    }
                }
                case 5 -> {
                    try (var hold = lock.acquireAsync().join()) {
                        update(hold.token());
                    }
                }
                case 6 -> {
                    var future = lock.acquireAsync();
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                    if (!future.cancel(false)) {
                        try (var hold = future.join()) {
                            update(hold.token());
                        }
                    }
                }
                case 7 -> {
                    lock.lock();
                    lock.lock(Duration.ofSeconds(1));
                    lock.unlock();
                    updateAndUnlock();
                }
                default -> {
                    if (inTime(() -> lock.tryLockAsync(Duration.ofMillis(random.nextInt(8)))
                            .join())) {
                        update(lock.hold().orElseThrow().token());
                        lock.unlockAsync().join();
                    }
                }
            }
        }

        /** A busy machine may not answer within so short a wait, which is said by an exception. */
        private static boolean inTime(Callable<Boolean> tryLock) throws Exception {
            try {
                return tryLock.call();
            } catch (StoreUnavailableException e) {
                return false;
            } catch (CompletionException e) {
                if (e.getCause() instanceof StoreUnavailableException) {
                    return false;
                }
                throw e;
            }
        }

        private void updateAndUnlock() {
            update(lock.hold().orElseThrow().token());
            lock.unlock();
        }

        private void update(long token) {
            tally.add(token);
            updates++;
        }
    }
}
