package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What Redis is asked for by those who have no competitors, counted at the server. Over the driver on the class path. */
public abstract class UncontendedCostKit {

    /** For subclasses. */
    protected UncontendedCostKit() {}

    @Test
    void aPairIsTwoScriptsAndAtMostTenCommands() {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri())) {
            DistributedLock lock = mortise.lock("alone");
            pair(lock);
            awaitListening(server);
            server.command("CONFIG", "RESETSTAT");
            int pairs = 100;
            for (int i = 0; i < pairs; i++) {
                pair(lock);
            }
            Map<String, Long> calls = calls(server);
            assertThat(calls.get("evalsha")).isEqualTo(2L * pairs);
            assertThat(total(calls)).isLessThanOrEqualTo(10L * pairs);
            assertThat(calls).doesNotContainKeys("eval", "publish");
        }
    }

    @Test
    void aPairOfAMutexIsTwoScriptsAndFiveCommands() {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri())) {
            Mutex mutex = mortise.mutex("alone");
            Duration lease = Duration.ofSeconds(10);
            mutex.acquire(lease).close();
            awaitListening(server);
            server.command("CONFIG", "RESETSTAT");
            mutex.acquire(lease).close();
            assertThat(calls(server)).isEqualTo(Map.of("evalsha", 2L, "exists", 2L, "set", 1L, "get", 1L, "del", 1L));
        }
    }

    @Test
    void reEntryAsksRedisNothing() {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri())) {
            DistributedLock lock = mortise.lock("deep");
            lock.lock();
            try {
                awaitListening(server);
                server.command("CONFIG", "RESETSTAT");
                pair(lock);
                pair(lock);
                assertThat(lock.isHeldByCurrentThread()).isTrue();
                assertThat(lock.getHoldCount()).isEqualTo(1);
                assertThat(lock.hold()).isPresent();
                assertThat(total(calls(server))).isLessThanOrEqualTo(3); // an amendment may have begun between
            } finally {
                lock.unlock();
            }
        }
    }

    /** What connecting costs is over then. */
    private static void awaitListening(RedisServer server) {
        Eventually.eventually("the node listens", () -> !List.of().equals(server.command("PUBSUB", "CHANNELS")));
    }

    private static void pair(DistributedLock lock) {
        lock.lock();
        lock.unlock();
    }

    private static long total(Map<String, Long> calls) {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> calls(RedisServer server) {
        Map<String, Long> calls = new TreeMap<>(server.commandCalls());
        calls.keySet().removeIf(command -> command.startsWith("config") || command.equals("info"));
        return calls;
    }
}
