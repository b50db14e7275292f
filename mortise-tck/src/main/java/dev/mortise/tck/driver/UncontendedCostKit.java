package dev.mortise.tck.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.Mutex;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Redis is asked for by those who have no competitors, counted at the server. */
@Tag("servers")
public abstract class UncontendedCostKit {

    /** Of a lease, of which a test skips six: a node writes its label after three minutes, and that would count. */
    private static final Duration THIRD = Duration.ofSeconds(25);

    /** A request that a stalled machine delays is not sent again, and is counted once. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** In each third another lock is renewed so often. */
    private static final int STEPS = 5;

    /** For subclasses. */
    protected UncontendedCostKit() {}

    /** A node at that URI, not yet built: over the driver on the class path, unless a subclass has another. */
    protected MortiseBuilder nodeAt(String uri) {
        return Mortise.builder().uri(uri);
    }

    private MortiseBuilder nodeAt(RedisServer server) {
        return nodeAt(server.uri()).requestLimit(REQUEST_LIMIT);
    }

    @Test
    void aPairIsTwoScriptsAndAtMostTenCommands() {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = nodeAt(server).build()) {
            DistributedLock lock = mortise.lock("alone");
            pair(lock);
            awaitQuiet(mortise, server);
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
                Mortise mortise = nodeAt(server).build()) {
            Mutex mutex = mortise.mutex("alone");
            Duration lease = Duration.ofSeconds(10);
            mutex.acquire(lease).close();
            awaitQuiet(mortise, server);
            server.command("CONFIG", "RESETSTAT");
            mutex.acquire(lease).close();
            assertThat(calls(server)).isEqualTo(Map.of("evalsha", 2L, "exists", 2L, "set", 1L, "get", 1L, "del", 1L));
        }
    }

    /** The count is written behind, which the time puts off while it stands still. */
    @Test
    void reEntryAsksRedisNothing() {
        TestTime time = new TestTime();
        try (RedisServer server = RedisServer.start();
                Mortise mortise = nodeAt(server).time(time).build()) {
            DistributedLock lock = mortise.lock("deep");
            lock.lock();
            awaitQuiet(mortise, server);
            time.stop();
            try {
                server.command("CONFIG", "RESETSTAT");
                pair(lock);
                pair(lock);
                assertThat(lock.isHeldByCurrentThread()).isTrue();
                assertThat(lock.getHoldCount()).isEqualTo(1);
                assertThat(lock.hold()).isPresent();
                assertThat(calls(server)).isEmpty();
            } finally {
                time.run();
                lock.unlock();
            }
        }
    }

    @Test
    void howeverDeepItIsRenewedOnceAThirdAndNeverAfterTheRelease() {
        int depth = 5;
        TestTime time = new TestTime();
        Recorder events = new Recorder();
        Duration lease = THIRD.multipliedBy(3);
        try (RedisServer server = RedisServer.start();
                Mortise mortise = nodeAt(server)
                        .watchdogLease(lease)
                        .time(time)
                        .listener(events)
                        .build()) {
            DistributedLock lock = mortise.lock("kept");
            DistributedLock marker =
                    mortise.lock("marker", LockOptions.defaults().watchdogLease(lease.dividedBy(STEPS)));
            for (int i = 0; i < depth; i++) {
                lock.lock();
            }
            marker.lock();
            awaitCount(depth, lock);
            assertThat(renewalsBesideTheMarker(server, time, events, 3)).isEqualTo(3);
            for (int left = depth - 1; left > 0; left--) {
                lock.unlock();
                assertThat(lock.getHoldCount()).isEqualTo(left);
            }
            awaitCount(1, lock);
            assertThat(renewalsBesideTheMarker(server, time, events, 1)).isEqualTo(1);
            lock.unlock();
            assertThat(renewalsBesideTheMarker(server, time, events, 2)).isZero();
            marker.unlock();
        }
    }

    /** Waits until the server has been asked for what is written behind. */
    private static void awaitCount(int count, DistributedLock lock) {
        Eventually.eventually("the count is written", () -> {
            LockView.Holder holder = lock.inspect().holder();
            return holder != null && holder.count() == count;
        });
    }

    /** Skips so many thirds of the lease in steps, in each of which the marker is renewed: how many other renewals the server has seen. */
    private static long renewalsBesideTheMarker(RedisServer server, TestTime time, Recorder events, int thirds) {
        server.command("CONFIG", "RESETSTAT");
        for (int step = 1; step <= STEPS * (long) thirds; step++) {
            long before = markers(events);
            time.skip(THIRD.dividedBy(STEPS));
            Eventually.eventually("the watchdog has passed", () -> markers(events) > before);
        }
        return renewals(server) - STEPS * (long) thirds;
    }

    private static long markers(Recorder events) {
        return events.of(LockEvent.Renewed.class).stream()
                .filter(event -> event.lockName().equals("marker"))
                .count();
    }

    /**
     * How many locks were renewed: each renewal looks once whether the lock is still its own, and no other script that runs meanwhile
     * does. TTLs that are set would be no measure, because two renewals in one millisecond may set one twice.
     */
    private static long renewals(RedisServer server) {
        return server.commandCalls().getOrDefault("hexists", 0L);
    }

    /** Waits until connecting is over: the node has checked where it listens, and asks nothing for a while. */
    private static void awaitQuiet(Mortise mortise, RedisServer server) {
        Eventually.eventually("the node listens", () -> mortise.store().listening());
        Eventually.eventually("the node asks nothing", () -> {
            server.command("CONFIG", "RESETSTAT");
            LockSupport.parkNanos(QUIET_NANOS);
            return calls(server).isEmpty();
        });
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
        calls.keySet()
                .removeIf(command ->
                        command.startsWith("config") || command.equals("info") || command.equals("subscribe"));
        return calls;
    }
}
