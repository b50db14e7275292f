package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * Locks from virtual threads, on a driver. Interrupting a virtual thread in a socket read closes the socket, so they must
 * never read one; and there may be very many of them.
 */
@Timeout(180)
@Tag("servers")
public abstract class VirtualThreadsKit {

    private static final String NO_VIRTUAL_THREADS = "no virtual threads before JDK 21; .ci/run runs this on JDK 25";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A request that a stalled machine delays is not sent again, and its connection is not replaced. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);

    private static final int CONTENDERS = 400;
    private static final int ROUNDS = 20;

    private static final int CROWD = 10_000;
    private static final int INTERRUPTED = 1_000;
    private static final int MOST_BYTES_PER_WAITER = 2_048;

    protected VirtualThreadsKit() {}

    /** A store on the driver and that server, not yet open. */
    protected abstract Store storeOn(RedisServer server);

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = NO_VIRTUAL_THREADS)
    void manyContendAreInterruptedAndNoConnectionBreaks() {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = node(server)) {
            List<Counter> counters = List.of(
                    new Counter(mortise.lock("v0")), new Counter(mortise.lock("v1")), new Counter(mortise.lock("v2")));
            counters.forEach(Counter::increment);
            String connections = onceAllAreMade(server, 1);
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CountDownLatch done = new CountDownLatch(CONTENDERS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CONTENDERS; i++) {
                Counter counter = counters.get(i % counters.size());
                threads.add(startVirtual(() -> {
                    try {
                        for (int round = 0; round < ROUNDS; round++) {
                            counter.increment();
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    } finally {
                        done.countDown();
                    }
                }));
            }
            Random random = new Random(7);
            while (done.getCount() > 0) {
                threads.get(random.nextInt(CONTENDERS)).interrupt();
                Thread.onSpinWait();
            }
            assertThat(failures).isEmpty();
            counters.forEach(Counter::check);
            assertThat(connections(server)).isEqualTo(connections);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = NO_VIRTUAL_THREADS)
    void aCrowdWaitsAtLittleCostAndThoseWhoAreNotInterruptedAreServed(TestReporter reporter) throws Exception {
        try (RedisServer server = RedisServer.start();
                Mortise holder = node(server);
                Mortise mortise = node(server)) {
            DistributedLock held = holder.lock("crowd");
            DistributedLock lock = mortise.lock("crowd");
            Counter counter = new Counter(lock);
            counter.increment();
            counter.increment();
            held.lock();
            String connections = onceAllAreMade(server, 2);

            CountDownLatch gate = new CountDownLatch(1);
            Crowd onALatch = Crowd.waiting(CROWD, gate::await);
            gate.countDown();
            onALatch.join();
            Crowd onTheLock = Crowd.waiting(CROWD, counter::incrementInterruptibly);
            long beyond = onTheLock.bytesEach() - onALatch.bytesEach();
            reporter.publishEntry(
                    "bytes per waiter", "latch %d, lock %d".formatted(onALatch.bytesEach(), onTheLock.bytesEach()));

            onTheLock.interruptEvery(CROWD / INTERRUPTED);
            Eventually.within(PATIENCE, "the interrupted end", () -> onTheLock.interrupted() == INTERRUPTED);
            assertThat(connections(server)).as("no connection broke").isEqualTo(connections);
            assertThat(onTheLock.ended())
                    .as("the lock is held, so all others wait")
                    .isEqualTo(INTERRUPTED);
            held.unlock();
            onTheLock.join();

            assertThat(onTheLock.failures()).isEmpty();
            assertThat(onTheLock.interrupted()).isEqualTo(INTERRUPTED);
            counter.check(2 + CROWD - INTERRUPTED);
            assertThat(connections(server)).as("no connection broke").isEqualTo(connections);
            SafetyViolation.checked(() -> Eventually.eventually(
                    "nothing is left behind",
                    () -> !lock.isLocked() && lock.inspect().waiters().isEmpty()));
            assertThat(beyond)
                    .as("bytes of heap for a waiter beyond a thread that waits on a latch")
                    .isLessThan(MOST_BYTES_PER_WAITER);
        }
    }

    private Mortise node(RedisServer server) {
        return Mortise.builder()
                .store(storeOn(server))
                .requestLimit(REQUEST_LIMIT)
                .build();
    }

    /** Those for commands are made by the first requests, those for messages by a thread of each node. */
    private static String onceAllAreMade(RedisServer server, int nodes) {
        Eventually.within(
                PATIENCE,
                "every node listens",
                () -> server.command("PUBSUB", "CHANNELS") instanceof List<?> channels && channels.size() == nodes);
        return connections(server);
    }

    private static String connections(RedisServer server) {
        return String.valueOf(server.info("stats").get("total_connections_received"));
    }

    /** The method came with JDK 21; this is compiled for 17. */
    static Thread startVirtual(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A plain number that only the lock protects. */
    private static final class Counter {
        private final DistributedLock lock;
        private final AtomicInteger expected = new AtomicInteger();
        private int count;

        Counter(DistributedLock lock) {
            this.lock = lock;
        }

        void increment() {
            try {
                SafetyViolation.check(lock.tryLock(PATIENCE), "Stuck: no turn within " + PATIENCE + ".");
            } catch (InterruptedException e) {
                return;
            }
            incrementAndUnlock();
        }

        void incrementInterruptibly() throws InterruptedException {
            lock.lockInterruptibly();
            incrementAndUnlock();
        }

        void check() {
            check(expected.get());
        }

        void check(int wanted) {
            int updates = expected.get();
            SafetyViolation.check(count == updates, "Lost updates: " + count + " of " + updates + ".");
            assertThat(count).isPositive().isEqualTo(wanted);
            // whoever was interrupted as it was handed the lock passes it on in its own time
            Eventually.eventually("free", () -> !lock.isLocked());
        }

        private void incrementAndUnlock() {
            try {
                count++;
                expected.incrementAndGet();
            } finally {
                lock.unlock();
            }
        }
    }
}
