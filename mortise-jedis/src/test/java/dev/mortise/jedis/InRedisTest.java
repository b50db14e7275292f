package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a lock is in Redis, from taking to leaving: a hash with an owner, a count and a time to live. */
@Tag("servers")
class InRedisTest {

    private static final String KEY = "mortise:{order:42}";

    private static RedisServer server;
    private static Mortise mortise;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        mortise = Mortise.connect(server.uri());
    }

    @AfterAll
    static void stop() {
        mortise.close();
        server.close();
    }

    @Test
    void aFreeLockBecomesAHashWithItsOwnerCountedOnceAndItsLease() {
        DistributedLock lock = mortise.lock("order:42");
        assertThat(server.command("EXISTS", KEY)).isEqualTo(0L);
        lock.lock(10, TimeUnit.SECONDS);
        assertThat(server.command("TYPE", KEY)).isEqualTo("hash");
        assertThat(fields()).containsEntry(owner(), "1");
        assertThat(ttl()).isBetween(1L, 10_000L);
        lock.unlock();
    }

    @Test
    void reEntryAndLeavingCountUpAndDownAndTheLastUnlockDeletesTheKey() {
        DistributedLock lock = mortise.lock("order:42");
        lock.lock();
        lock.lock();
        Eventually.eventually("twice", () -> "2".equals(fields().get(owner())));
        lock.unlock();
        Eventually.eventually("once", () -> "1".equals(fields().get(owner())));
        assertThat(ttl()).isPositive();
        lock.unlock();
        assertThat(server.command("EXISTS", KEY)).isEqualTo(0L);
    }

    @Test
    void whoIsRefusedChangesNothingAndLearnsTheTimeThatIsLeft() {
        DistributedLock lock = mortise.lock("order:42");
        try (Mortise elsewhere = Mortise.connect(server.uri())) {
            DistributedLock other = elsewhere.lock("order:42");
            lock.lock(10, TimeUnit.SECONDS);
            Map<String, String> before = fields();
            boolean second = other.tryLock();
            SafetyViolation.check(!second || !lock.isHeldByCurrentThread(), "Two owners of '" + lock.name() + "'.");
            assertThat(second).as("the lease ended early").isFalse();
            assertThat(fields()).isEqualTo(before);
            assertThat(other.remainingLease()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(10));
            lock.unlock();
        }
    }

    @Test
    void withoutALeaseItIsThirtySeconds() {
        DistributedLock lock = mortise.lock("order:42");
        lock.lock();
        assertThat(ttl()).isBetween(20_000L, 30_000L);
        lock.unlock();
    }

    @Test
    void thePrefixIsAnOption() {
        try (Mortise shop =
                Mortise.builder().uri(server.uri()).keyPrefix("shop:").build()) {
            DistributedLock lock = shop.lock("order:42");
            lock.lock();
            assertThat(server.keys()).contains("shop:{order:42}");
            lock.unlock();
        }
    }

    private static long ttl() {
        return (Long) server.command("PTTL", KEY);
    }

    private static Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        Iterator<?> reply = ((List<?>) server.command("HGETALL", KEY)).iterator();
        while (reply.hasNext()) {
            fields.put((String) reply.next(), (String) reply.next());
        }
        return fields;
    }

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    private static String owner() {
        return mortise.nodeId() + ":" + Thread.currentThread().getId();
    }
}
