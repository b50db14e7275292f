package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Interrupting a virtual thread in a socket read closes the socket: so virtual threads must never read one. */
@Timeout(120)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "no virtual threads; .ci/run runs this on JDK 25")
class VirtualThreadsTest {

    private static final int THREADS = 400;
    private static final int ROUNDS = 20;

    @Test
    void manyContendAreInterruptedAndNoConnectionBreaks() throws Exception {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri())) {
            List<DistributedLock> locks = List.of(mortise.lock("v0"), mortise.lock("v1"), mortise.lock("v2"));
            locks.forEach(VirtualThreadsTest::pair);
            String connections = server.info("stats").get("total_connections_received");
            int[] counters = new int[locks.size()];
            AtomicInteger[] expected = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CountDownLatch done = new CountDownLatch(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int which = i % locks.size();
                threads.add(startVirtual(() -> {
                    try {
                        for (int round = 0; round < ROUNDS; round++) {
                            increment(locks.get(which), counters, which, expected[which]);
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
                threads.get(random.nextInt(THREADS)).interrupt();
                Thread.onSpinWait();
            }
            assertThat(failures).isEmpty();
            for (int i = 0; i < counters.length; i++) {
                assertThat(counters[i]).isPositive().isEqualTo(expected[i].get());
            }
            assertThat(server.info("stats").get("total_connections_received")).isEqualTo(connections);
            locks.forEach(lock -> assertThat(lock.isLocked()).isFalse());
        }
    }

    private static void increment(DistributedLock lock, int[] counters, int which, AtomicInteger expected) {
        try {
            if (!lock.tryLock(Duration.ofSeconds(30))) {
                return;
            }
        } catch (InterruptedException e) {
            return;
        }
        try {
            counters[which]++;
            expected.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    private static void pair(DistributedLock lock) {
        lock.lock();
        lock.unlock();
    }

    /** The method came with JDK 21; this is compiled for 17. */
    private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
}
