package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerClock;
import dev.mortise.tck.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * The server's clock is set while locks are held and waited for: what docs/guarantees.md says about it. Needs a {@link
 * ServerClock}; where there can be none the tests are skipped, and the reason is printed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class ClockKit {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration THIRD = LEASE.dividedBy(3);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Of the nodes; the server has a clock of its own. */
    private final TestTime time = new TestTime();

    private ServerClock clock;
    private RedisServer server;

    @SuppressWarnings("NullAway.Init") // made before the first test
    protected ClockKit() {}

    /** A store of the driver, not yet open, at {@code redis://127.0.0.1:<port>}. */
    protected abstract Store storeAt(String uri);

    @BeforeAll
    void makeClock(@TempDir Path folder) {
        try {
            clock = ServerClock.in(folder);
        } catch (ServerClock.UnavailableException e) {
            throw new TestAbortedException(e.getMessage());
        }
    }

    @BeforeEach
    void start() {
        clock.ahead(Duration.ZERO);
        server = clock.start(ServerOptions.defaults());
        opened.add(server);
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = opened.size(); i > 0; i--) {
            opened.remove(i - 1).close();
        }
    }

    @Test
    void setForwardBeyondTheLeaseALockEndsAndItsOwnerIsTold() throws Exception {
        Recorder events = new Recorder();
        DistributedLock lock = node(server, events).lock("till");
        lock.lock();
        Hold first = lock.hold().orElseThrow();
        clock.ahead(LEASE.multipliedBy(4));
        DistributedLock other = node(server, new Recorder()).lock("till");
        assertThat(other.tryLock()).as("free at once").isTrue();
        assertGrown(first.token(), other.hold().orElseThrow().token());
        time.skip(THIRD);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        assertThat(first.isValid()).isFalse();
        SafetyViolation.checked(() -> assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class));
        other.unlock();
    }

    @Test
    void setForwardByLessThanTheLeaseALockIsKept() {
        Recorder events = new Recorder();
        DistributedLock lock = node(server, events).lock("till");
        DistributedLock other = node(server, new Recorder()).lock("till");
        lock.lock();
        for (int i = 1; i <= 2; i++) {
            clock.ahead(LEASE.dividedBy(2).multipliedBy(i));
            assertExcluded(other);
            skipToRenewal(events);
        }
        assertExcluded(other);
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    void setBackALockGoesOnAndTokensNeverFall() throws Exception {
        Recorder events = new Recorder();
        Mortise node = node(server, events);
        DistributedLock lock = node.lock("till");
        long last = lock.call(Hold::token);
        lock.lock();
        Hold held = lock.hold().orElseThrow();
        assertGrown(last, held.token());
        last = held.token();
        clock.ahead(Duration.ofMinutes(-5));
        DistributedLock other = node(server, new Recorder()).lock("till");
        assertExcluded(other);
        for (int third = 1; third <= 4; third++) {
            skipToRenewal(events);
        }
        assertThat(held.isValid()).isTrue();
        lock.unlock();
        for (int i = 0; i < 10; i++) {
            long token = (i % 2 == 0 ? lock : other).call(Hold::token);
            assertGrown(last, token);
            last = token;
        }
        clock.ahead(Duration.ZERO);
        assertGrown(last, other.call(Hold::token));
    }

    @Test
    void setBackALeaseThatNobodyRenewsLastsThatMuchLonger() throws Exception {
        DistributedLock lock = node(server, new Recorder()).lock("till");
        Duration back = Duration.ofSeconds(1);
        lock.lockAsync(Duration.ofMillis(300)).join();
        long begin = System.nanoTime();
        clock.ahead(back.negated());
        DistributedLock other = node(server, new Recorder()).lock("till");
        assertThat(other.tryLock(LIMIT)).isTrue();
        assertThat(System.nanoTime() - begin).isGreaterThan(back.toNanos());
        other.unlock();
    }

    @Test
    void aWaiterGetsInWhereverTheClockIsSetMeanwhile() throws Exception {
        for (Duration ahead : List.of(Duration.ofSeconds(40), Duration.ofSeconds(-40))) {
            clock.ahead(Duration.ZERO);
            DistributedLock lock = node(server, new Recorder()).lock("till" + ahead);
            DistributedLock other = node(server, new Recorder()).lock("till" + ahead);
            lock.lock(Duration.ofMinutes(2));
            CompletableFuture<Hold> wait = other.lockAsync();
            Eventually.eventually("queued", () -> lock.inspect().waiters().size() == 1);
            clock.ahead(ahead);
            lock.unlock();
            assertThat(wait.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).isValid())
                    .isTrue();
            other.unlock();
        }
    }

    /** The replica's clock is right and the server's five seconds ahead, which is the same as a replica five seconds behind. */
    @Test
    void aReplicaFiveSecondsBehindIsPromotedAndTokensNeverFall() throws Exception {
        clock.ahead(Duration.ofSeconds(5));
        RedisServer replica = RedisServer.start(ServerOptions.defaults().withConfig("repl-diskless-sync-delay 0"));
        opened.add(replica);
        server.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        replica.command("REPLICAOF", "127.0.0.1", Integer.toString(server.port()));
        Eventually.eventually(
                "the replica follows",
                () -> "up".equals(replica.info("replication").get("master_link_status")));
        LockOptions acknowledged = LockOptions.defaults().acknowledgement(Acknowledgement.byReplicas(1, LIMIT));
        DistributedLock lock = node(server, new Recorder()).lock("till", acknowledged);
        long last = 0;
        for (int i = 0; i < 5; i++) {
            last = lock.call(Hold::token);
        }
        lock.lock();
        long held = lock.hold().orElseThrow().token();
        assertGrown(last, held);
        server.kill();
        replica.command("REPLICAOF", "NO", "ONE");
        DistributedLock other = node(replica, new Recorder()).lock("till");
        assertExcluded(other); // the replica has the lock
        assertThat(other.forceUnlock()).isTrue();
        assertGrown(held, other.call(Hold::token));
    }

    /** Skips a third of the lease, and waits for its renewal. */
    private void skipToRenewal(Recorder events) {
        int renewed = events.of(LockEvent.Renewed.class).size();
        time.skip(THIRD);
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() > renewed);
    }

    /** Fails if another gets a lock that is held, whatever the clock says. */
    private static void assertExcluded(DistributedLock other) {
        SafetyViolation.check(!other.tryLock(), "A second owner of '" + other.name() + "'.");
    }

    private static void assertGrown(long before, long token) {
        SafetyViolation.check(token > before, "The token " + token + " was given after " + before + ".");
    }

    private Mortise node(RedisServer at, Recorder events) {
        Mortise node = Mortise.builder()
                .store(storeAt(at.uri()))
                .watchdogLease(LEASE)
                .time(time)
                .closeGrace(Duration.ZERO)
                .unavailableLimit(Duration.ofMillis(500))
                .listener(events)
                .build();
        opened.add(node);
        return node;
    }
}
