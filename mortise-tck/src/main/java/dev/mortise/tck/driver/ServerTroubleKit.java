package dev.mortise.tck.driver;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.ForeignKeyException;
import dev.mortise.HoldLostException;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.MortiseException;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a user gets when the server refuses: a typed exception that says what to do, and nothing half-held.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // begun before each test, or by it
@Tag("servers")
public abstract class ServerTroubleKit {

    private RedisServer server;
    private Mortise mortise;

    /** For subclasses. */
    protected ServerTroubleKit() {}

    @BeforeAll
    void startServer() {
        server = RedisServer.start(ServerOptions.defaults().withConfig("enable-protected-configs yes"));
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @BeforeEach
    void connect() {
        mortise = nodeAt(server.uri()).unavailableLimit(Duration.ofMillis(700)).build();
    }

    /** A node at that URI, not yet built: over the driver on the class path, unless a subclass has another. */
    protected MortiseBuilder nodeAt(String uri) {
        return Mortise.builder().uri(uri);
    }

    @AfterEach
    void close() {
        mortise.close();
        server.command("FLUSHALL");
    }

    @Test
    void aForeignTypeAtTheKeyIsToldAndFreedByForce() {
        server.command("SET", "mortise:{foreign}", "x");
        DistributedLock lock = mortise.lock("foreign");
        assertThatThrownBy(lock::tryLock)
                .isInstanceOf(ForeignKeyException.class)
                .hasMessageContaining("foreign")
                .hasMessageContaining("forceUnlock()");
        assertThatThrownBy(lock::lock).isInstanceOf(ForeignKeyException.class);
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(500))).isInstanceOf(ForeignKeyException.class);
        assertThat(server.command("GET", "mortise:{foreign}")).isEqualTo("x");
        assertThat(lock.forceUnlock()).isTrue();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void aKeyWithoutTtlIsToldAndFreedByForce() {
        server.command("HSET", "mortise:{eternal}", "somebody:1", "1");
        DistributedLock lock = mortise.lock("eternal");
        assertThatThrownBy(lock::tryLock)
                .isInstanceOf(ForeignKeyException.class)
                .hasMessageContaining("no TTL")
                .hasMessageContaining("forceUnlock()");
        assertThat(lock.forceUnlock()).isTrue();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void aHoldWhoseKeyWasReplacedIsLost() {
        DistributedLock lock = mortise.lock("replaced");
        lock.lock();
        server.command("SET", "mortise:{replaced}", "x");
        SafetyViolation.checked(() -> assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class));
        assertThat(server.command("GET", "mortise:{replaced}")).isEqualTo("x");
    }

    @Test
    void outOfMemoryIsToldAndReleaseStillWorks() {
        DistributedLock held = mortise.lock("held");
        held.lock();
        server.command("CONFIG", "SET", "maxmemory", "1");
        try {
            refused("OOM", mortise.lock("full"));
            held.unlock();
        } finally {
            server.command("CONFIG", "SET", "maxmemory", "0");
        }
        assertThat(server.command("EXISTS", "mortise:{full}", "mortise:{held}")).isEqualTo(0L);
    }

    @Test
    void misconfIsTold() {
        Object dir = ((List<?>) server.command("CONFIG", "GET", "dir")).get(1);
        server.command("CONFIG", "SET", "dir", "/proc");
        server.command("CONFIG", "SET", "save", "3600 1");
        try {
            server.command("BGSAVE");
            eventually(
                    "a save fails",
                    () -> "err".equals(server.info("persistence").get("rdb_last_bgsave_status")));
            refused("MISCONF", mortise.lock("disk"));
        } finally {
            server.command("CONFIG", "SET", "save", "");
            server.command("CONFIG", "SET", "dir", dir.toString());
        }
    }

    @Test
    void aReplicaIsTold() {
        eventually(
                "the node has checked where it listens", () -> mortise.store().listening());
        server.command("REPLICAOF", "127.0.0.1", "1");
        try {
            assertThatThrownBy(() -> mortise.lock("replica").tryLock())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY")
                    .hasMessageContaining("primary");
        } finally {
            server.command("REPLICAOF", "NO", "ONE");
        }
    }

    @Test
    void aBusyServerIsWaitedForAndTold() throws Exception {
        server.command("CONFIG", "SET", "busy-reply-threshold", "20");
        try (Socket other = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            other.getOutputStream().write("EVAL 'while true do end' 0\r\n".getBytes(StandardCharsets.US_ASCII));
            eventually("the server is busy", this::isBusy);
            assertThatThrownBy(() -> mortise.lock("busy").tryLock(Duration.ofMillis(500)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .satisfies(
                            e -> assertThat(((MortiseException) e).lockName()).contains("busy"));
        } finally {
            killTheScript();
        }
        assertThat(mortise.lock("busy").tryLock(Duration.ofSeconds(5))).isTrue();
        mortise.lock("busy").unlock();
    }

    @Test
    void aWrongPasswordIsTold() {
        server.command("ACL", "SETUSER", "guarded", "on", ">secret", "~*", "&*", "+@all");
        assertThatThrownBy(() -> nodeAt("redis://guarded:hunter2@127.0.0.1:" + server.port())
                        .build())
                .isInstanceOfSatisfying(
                        StoreRefusedException.class, e -> assertThat(e.code()).isEqualTo("WRONGPASS"))
                .hasMessageContaining("password")
                .hasMessageNotContaining("hunter2");
        server.command("ACL", "DELUSER", "guarded");
    }

    @Test
    void tokensGrowWhenTheClockIsBehindTheCounter() {
        server.command("SET", "mortise:{ahead}:token", "9000000000000000", "PX", "60000");
        DistributedLock lock = mortise.lock("ahead");
        lock.lock();
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(9_000_000_000_000_001L);
        assertThat(lock.inspect().holder().since().toString()).startsWith("20");
        lock.unlock();
        lock.lock();
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(9_000_000_000_000_002L);
        lock.unlock();
        assertThat((Long) server.command("PTTL", "mortise:{ahead}:token")).isGreaterThan(1_000_000L);
    }

    @Test
    void everyKeyOfALockHasATtl() throws Exception {
        try (Mortise other = nodeAt(server.uri()).build()) {
            mortise.lock("ttl").lock();
            var waiting = other.lock("ttl").lockAsync();
            awaitWaiter(other.lock("ttl"));
            for (String key : server.keys()) {
                assertThat((Long) server.command("PTTL", key)).as(key).isPositive();
            }
            mortise.lock("ttl").unlock();
            waiting.get();
            other.lock("ttl").forceUnlock();
        }
    }

    private static void refused(String code, DistributedLock lock) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(lock::lock)
                    .isInstanceOfSatisfying(
                            StoreRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo(code));
            assertThat(lock.isHeldByCurrentThread()).isFalse();
        }
    }

    private static void awaitWaiter(DistributedLock lock) {
        eventually("a waiter enlists", () -> !lock.inspect().waiters().isEmpty());
    }

    private boolean isBusy() {
        try {
            server.command("PING");
            return false;
        } catch (RedisServer.ErrorReply reply) {
            return reply.code().equals("BUSY");
        }
    }

    private void killTheScript() {
        eventually("the script is killed", () -> {
            try {
                server.command("SCRIPT", "KILL");
            } catch (RedisServer.ErrorReply notYetOrOverAlready) {
                // looked at below
            }
            return !isBusy();
        });
    }
}
