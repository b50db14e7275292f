package dev.mortise.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.WaitStrategy;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistrar;

/**
 * The well-known test of a distributed lock: two threads, fifty rounds each, add to a plain {@code int} with a pause of 10 ms
 * between reading and writing; leases of 5,000 ms, at most 30 tries, 10 ms apart. A lock that does not exclude fails it, as the
 * same code without the lock shows.
 */
@Timeout(120)
@DirtiesContext
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
@Tag("servers")
@Tag("timing")
class TwoThreadsTest {

    private static final int ROUNDS = 50;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration LEASE = Duration.ofMillis(5_000);
    private static final LockOptions TRIES =
            LockOptions.defaults().waitStrategy(WaitStrategy.polling(PAUSE).maxTries(30));

    @Autowired
    private Mortise mortise;

    private int count;

    /** A bean, so that it ends after those that use it. */
    @TestConfiguration(proxyBeanMethods = false)
    static class OwnRedis {

        @Bean
        RedisServer server() {
            return RedisServer.start();
        }

        @Bean
        DynamicPropertyRegistrar address(RedisServer server) {
            return properties -> properties.add("spring.data.redis.port", server::port);
        }
    }

    @Test
    void withTheLockNothingIsLost() throws Exception {
        DistributedLock lock = mortise.lock("counter", TRIES);
        twoThreads(() -> {
            lock.lock(LEASE);
            try {
                add();
            } finally {
                lock.unlock();
            }
            return null;
        });
        SafetyViolation.check(count == 2 * ROUNDS, "Lost updates: " + count + " of " + 2 * ROUNDS);
    }

    @Test
    void withoutTheLockUpdatesAreLost() throws Exception {
        twoThreads(() -> {
            add();
            return null;
        });
        assertThat(count).isBetween(1, 2 * ROUNDS - 1);
    }

    private void add() throws InterruptedException {
        int before = count;
        Thread.sleep(PAUSE.toMillis());
        count = before + 1;
    }

    private static void twoThreads(Callable<?> round) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CyclicBarrier start = new CyclicBarrier(2);
        try {
            Callable<Void> rounds = () -> {
                start.await();
                for (int i = 0; i < ROUNDS; i++) {
                    round.call();
                }
                return null;
            };
            Future<Void> one = threads.submit(rounds);
            Future<Void> two = threads.submit(rounds);
            one.get(60, TimeUnit.SECONDS);
            two.get(60, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }
}
