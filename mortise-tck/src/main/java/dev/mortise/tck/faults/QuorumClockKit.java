package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/**
 * The clocks of some of five masters are set while a lock is held, renewed and waited for: what docs/quorum.md says about it.
 * Needs a {@link ServerClock}; where there can be none the tests are skipped, and the reason is printed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class QuorumClockKit {

    private static final int SIZE = 5;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration THIRD = LEASE.dividedBy(3);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final AtomicLong NAMES = new AtomicLong();

    private final List<Mortise> opened = new ArrayList<>();

    /** Of the nodes; each master has a clock of its own. */
    private final TestTime time = new TestTime();

    private List<ServerClock> clocks = List.of();
    private Masters masters = Masters.start(0);
    private String name = "";

    protected QuorumClockKit() {}

    /** A quorum of the driver, not yet open. */
    protected abstract QuorumStore quorum(String... uris);

    @BeforeAll
    void start(@TempDir Path folder) {
        try {
            clocks = ServerClock.in(folder).apart(SIZE);
        } catch (ServerClock.UnavailableException e) {
            throw new TestAbortedException(e.getMessage());
        }
        masters = Masters.start(clocks);
    }

    @AfterAll
    void end() {
        masters.close();
    }

    @BeforeEach
    void right() {
        set(SIZE, Duration.ZERO);
        masters.stream().forEach(server -> server.command("FLUSHALL"));
        name = "clocks:" + NAMES.incrementAndGet();
    }

    @AfterEach
    void close() {
        opened.forEach(Mortise::close);
        opened.clear();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, -1", "2, 1", "2, -1"})
    void withFewerThanHalfSetAHoldThatAllVotedForIsKept(int set, int hours) throws Exception {
        Recorder events = new Recorder();
        DistributedLock lock = node(events, masters.uris()).lock(name);
        DistributedLock other = node(new Recorder(), masters.uris()).lock(name);
        lock.lock();
        awaitVotes();
        CompletableFuture<Hold> waiter =
                node(new Recorder(), masters.uris()).lock(name).lockAsync();
        for (Duration ahead : List.of(HOUR.multipliedBy(hours), Duration.ZERO)) {
            set(set, ahead);
            for (int third = 1; third <= 2; third++) {
                assertExcluded(other);
                skipToRenewal(events);
            }
            assertExcluded(other);
        }
        assertThat(waiter).isNotDone();
        long token = lock.hold().orElseThrow().token();
        lock.unlock();
        assertGrown(token, waiter.get(30, TimeUnit.SECONDS).token());
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    /** Two masters have voted for another, who gave their votes back much later: one more that forgets the hold makes a majority. */
    @Test
    void ofABareMajorityOneSetAheadLetsASecondInAndTheFirstIsTold() {
        List<RedisServer> elsewhere = List.of(masters.get(3), masters.get(4));
        elsewhere.forEach(server -> server.command("HSET", key(), "other:1", "1", "other/1", "1"));
        elsewhere.forEach(server -> server.command("PEXPIRE", key(), "60000"));
        Recorder events = new Recorder();
        DistributedLock lock = node(events, masters.uris()).lock(name);
        lock.lock();
        skipToRenewal(events);
        skipToRenewal(events); // by then it no longer asks them
        elsewhere.forEach(server -> server.command("DEL", key()));
        DistributedLock other = node(new Recorder(), masters.uris()).lock(name);
        assertExcluded(other);
        secondGetsInAndFirstIsTold(1, lock, other, events);
    }

    @Test
    void withMoreThanHalfSetAheadASecondGetsInAndTheFirstIsTold() {
        Recorder events = new Recorder();
        DistributedLock lock = node(events, masters.uris()).lock(name);
        lock.lock();
        awaitVotes();
        DistributedLock other = node(new Recorder(), masters.uris()).lock(name);
        secondGetsInAndFirstIsTold(3, lock, other, events);
    }

    private void secondGetsInAndFirstIsTold(int set, DistributedLock lock, DistributedLock other, Recorder events) {
        Hold first = lock.hold().orElseThrow();
        set(set, HOUR);
        Eventually.eventually("let in", other::tryLock);
        assertGrown(first.token(), other.hold().orElseThrow().token());
        time.skip(THIRD);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        assertThat(first.isValid()).isFalse();
        SafetyViolation.checked(() -> assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class));
        other.unlock();
    }

    /** A counter that ends too soon leaves tokens to the nodes' clocks: the master's own has no part in them. */
    @Test
    void tokensGrowAlthoughMastersAreSetAheadAndForgetThem() throws Exception {
        DistributedLock lock = node(new Recorder(), masters.uris()).lock(name);
        long last = lock.call(Hold::token);
        for (int hours = 1; hours <= 3; hours++) {
            set(SIZE, HOUR.multipliedBy(hours));
            long token = lock.call(Hold::token);
            assertGrown(last, token);
            last = token;
        }
        long kept = last;
        Eventually.eventually("all have voted", () -> masters.stream().allMatch(server -> counter(server) >= kept));
        set(SIZE, HOUR.multipliedBy(4));
        Eventually.eventually("no counter is left", () -> masters.stream().allMatch(server -> counter(server) == 0));
        set(SIZE, Duration.ZERO);
        long token = lock.call(Hold::token);
        assertGrown(last, token);
    }

    @Test
    void withMoreThanHalfSetBackALeaseThatNobodyRenewsLastsUntilItIsForced() {
        DistributedLock lock = node(new Recorder(), masters.uris()).lock(name);
        Hold dead = lock.lockAsync(Duration.ofMillis(500)).join();
        awaitVotes();
        set(3, HOUR.negated());
        DistributedLock other = node(new Recorder(), masters.uris()).lock(name);
        Eventually.eventually("the holder's time is over", () -> !dead.isValid());
        Eventually.never(Duration.ofMillis(400), "let in", other::tryLock);
        assertThat(other.forceUnlock()).isTrue();
        assertThat(other.tryLock()).isTrue();
        assertGrown(dead.token(), other.hold().orElseThrow().token());
        other.unlock();
    }

    /** Skips a third of the lease, and waits for its renewal. */
    private void skipToRenewal(Recorder events) {
        int renewed = events.of(LockEvent.Renewed.class).size();
        time.skip(THIRD);
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() > renewed);
    }

    private static void assertExcluded(DistributedLock other) {
        SafetyViolation.check(!other.tryLock(), "A second owner of '" + other.name() + "'.");
    }

    private static void assertGrown(long before, long token) {
        SafetyViolation.check(token > before, "The token " + token + " was given after " + before + ".");
    }

    /** Sets the clocks of the first so many. */
    private void set(int count, Duration ahead) {
        clocks.subList(0, count).forEach(clock -> clock.ahead(ahead));
    }

    private void awaitVotes() {
        Eventually.eventually("all have voted", () -> masters.stream().allMatch(this::holds));
    }

    private boolean holds(RedisServer server) {
        return (Long) Objects.requireNonNull(server.command("EXISTS", key())) == 1;
    }

    private String key() {
        return "mortise:{" + name + "}";
    }

    private long counter(RedisServer server) {
        Object value = server.command("GET", key() + ":token");
        return value == null ? 0 : Long.parseLong((String) value);
    }

    private Mortise node(Recorder events, String... uris) {
        Mortise node = Mortise.builder()
                .store(quorum(uris))
                .watchdogLease(LEASE)
                .time(time)
                .closeGrace(Duration.ZERO)
                .requestLimit(Duration.ofSeconds(1))
                .listener(events)
                .build();
        opened.add(node);
        return node;
    }
}
