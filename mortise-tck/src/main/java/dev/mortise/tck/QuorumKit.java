package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a quorum promises beyond the contract: five real masters, each reached through a proxy, of which some are killed,
 * stopped, cut off, restarted without their memory, or not what they should be. docs/quorum.md lists which test shows which
 * requirement.
 */
@Tag("servers")
@Tag("timing")
public abstract class QuorumKit {

    private static final int SIZE = 5;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration THIRD = LEASE.dividedBy(3);

    /** A renewal is due every two seconds. Each of the three remaining masters has four seconds to answer it. */
    private static final Duration RENEWED_SOON = Duration.ofSeconds(6);

    private static final AtomicLong NAMES = new AtomicLong();

    private final String name = "quorum:" + NAMES.incrementAndGet();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Masters masters = Masters.start(0);
    private List<FaultProxy> proxies = List.of();
    private final List<RedisServer> stopped = new ArrayList<>();

    protected QuorumKit() {}

    /** A quorum of the driver, not yet open. */
    protected abstract QuorumStore quorum(String... uris);

    @BeforeEach
    void start() {
        masters = Masters.start(SIZE);
        proxies = masters.stream().map(server -> FaultProxy.to(server.port())).toList();
    }

    @AfterEach
    void stop() throws Exception {
        // else each node would wait for its limit
        proxies.forEach(FaultProxy::heal);
        proxies.forEach(FaultProxy::cut);
        stopped.forEach(RedisServer::resume);
        for (AutoCloseable each : opened) {
            each.close();
        }
        proxies.forEach(FaultProxy::close);
        masters.close();
    }

    /** How a master is lost. */
    enum Fault {
        KILLED,
        STOPPED,
        BLACK_HOLED,
        RESTARTED_EMPTY
    }

    private void lose(int master, Fault fault) {
        RedisServer server = masters.get(master);
        switch (fault) {
            case KILLED -> server.kill();
            case STOPPED -> {
                server.pause();
                stopped.add(server);
            }
            case BLACK_HOLED -> proxies.get(master).blackhole(true);
            case RESTARTED_EMPTY -> {
                server.kill();
                server.restart();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void anyTwoOfFiveMayBeLost(Fault fault) {
        Recorder events = new Recorder();
        Mortise one = node(builder -> builder.watchdogLease(RENEWED_SOON).listener(events));
        Mortise other = node(builder -> builder.watchdogLease(LEASE));
        DistributedLock held = one.lock(name);
        held.lock();
        Hold hold = held.hold().orElseThrow();
        int first = (int) (NAMES.get() % SIZE);
        lose(first, fault);
        lose((first + 2) % SIZE, fault);
        int renewed = events.of(LockEvent.Renewed.class).size();
        Eventually.eventually(
                "renewed twice more", () -> events.of(LockEvent.Renewed.class).size() > renewed + 1);
        assertThat(held.isHeldByCurrentThread()).isTrue();
        boolean second = other.lock(name).tryLock();
        SafetyViolation.check(!second || !hold.isValid(), "A second owner, with two masters of five lost.");
        assertThat(second).as("obtained, after a stall of a lease").isFalse();
        long token = hold.token();
        held.unlock();
        other.lock(name).lock();
        long next = other.lock(name).hold().orElseThrow().token();
        SafetyViolation.check(next > token, "The token " + next + " was given after " + token + ".");
        other.lock(name).unlock();
    }

    @Test
    void withThreeLostItSaysSoAndSaysItBeforeTheKeysEnd() throws Exception {
        TestTime time = new TestTime();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.watchdogLease(LEASE).time(time).listener(events));
        DistributedLock held = node.lock(name);
        held.lock();
        for (int i = 0; i < 3; i++) {
            proxies.get(i).blackhole(true);
        }
        assertThatThrownBy(() -> node.lock(name + ":other").tryLock(2, TimeUnit.SECONDS))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("fewer than 3 of 5 masters");
        for (int third = 1; third <= 3; third++) {
            int renewals = renewals(events);
            time.skip(THIRD);
            Eventually.eventually(
                    "renewed in vain, or too late",
                    () -> renewals(events) > renewals
                            || !events.of(LockEvent.Lost.class).isEmpty());
        }
        events.await(LockEvent.Lost.class);
        assertThat(held.isHeldByCurrentThread()).isFalse();
        assertThat(left(3)).as("the key at a master that could be reached").isPositive();
        assertThatThrownBy(held::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    /** Those that worked and those that did not. */
    private static int renewals(Recorder events) {
        return events.of(LockEvent.Renewed.class).size()
                + events.of(LockEvent.RenewalFailed.class).size();
    }

    @Test
    void aBlackHoledMasterDelaysNobody() {
        Mortise node = node();
        DistributedLock lock = node.lock(name);
        pairs(lock, 50);
        proxies.get(1).blackhole(true);
        pairs(lock, 1);
        long began = System.nanoTime();
        pairs(lock, 100);
        // asked one after the other, or waited for, it would cost its limit of a second each time
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(40));
    }

    @Test
    void repliesThatComeAfterTheLeaseGrantNothingAndLeaveNothing() {
        Mortise node = node();
        DistributedLock lock = node.lock(name);
        pairs(lock, 1);
        for (int i = 0; i < 3; i++) {
            proxies.get(i).delayReplies(Duration.ofMillis(350));
        }
        assertThatThrownBy(() -> lock.tryLock(0, 250, TimeUnit.MILLISECONDS))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        proxies.forEach(FaultProxy::heal);
        awaitFree();
    }

    @Test
    void aVoteWhoseReplyWasLostDoesNotBlockItsNode() throws Exception {
        Mortise node = node(builder -> builder.watchdogLease(Duration.ofMinutes(1)));
        DistributedLock lock = node.lock(name);
        pairs(lock, 1);
        for (int i = 0; i < 3; i++) {
            proxies.get(i).dropReplies(true);
        }
        assertThatThrownBy(() -> lock.tryLock()).isInstanceOf(StoreUnavailableException.class);
        proxies.forEach(FaultProxy::heal);
        assertThat(lock.tryLock(20, TimeUnit.SECONDS)).isTrue();
        lock.unlock();
        awaitFree();
    }

    @Test
    void aLateVoteDoesNotOutliveItsRelease() {
        Mortise node = node();
        DistributedLock lock = node.lock(name);
        masters.get(0).pause();
        masters.get(1).pause();
        pairs(lock, 3);
        masters.get(0).resume();
        masters.get(1).resume();
        awaitFree();
    }

    @Test
    void aHoldGathersVotesThatWereGivenBack() {
        DistributedLock lock =
                node(builder -> builder.watchdogLease(Duration.ofSeconds(30))).lock(name);
        List<RedisServer> others = List.of(masters.get(3), masters.get(4));
        others.forEach(server -> server.command("HSET", "mortise:{" + name + "}", "other:1", "1", "other/1", "1"));
        others.forEach(server -> server.command("PEXPIRE", "mortise:{" + name + "}", "60000"));
        lock.lock();
        others.forEach(server -> server.command("DEL", "mortise:{" + name + "}"));
        Eventually.eventually("all have voted", () -> masters.stream().allMatch(server -> left(server) > 0));
        lock.unlock();
        awaitFree();
    }

    @Test
    void aReleaseReachesMastersThatCouldNotBeReached() {
        DistributedLock lock = node().lock(name);
        lock.lock(30, TimeUnit.SECONDS);
        Eventually.eventually("held everywhere", () -> masters.stream().allMatch(server -> left(server) > 5_000));
        for (int i = 0; i < 2; i++) {
            proxies.get(i).refuse(true);
            proxies.get(i).cut();
        }
        lock.unlock();
        assertThat(left(0)).isPositive();
        assertThat(left(1)).isPositive();
        proxies.get(0).refuse(false);
        proxies.get(1).refuse(false);
        awaitFree();
    }

    @Test
    void tokensGrowAlthoughMastersCountApart() {
        Mortise node = node();
        DistributedLock lock = node.lock(name);
        long ahead = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + 60_000);
        for (int i = 0; i < SIZE; i++) {
            masters.get(i).command("SET", "mortise:{" + name + "}:token", Long.toString(ahead + i), "PX", "200000");
        }
        long last = 0;
        for (int i = 0; i < SIZE; i++) {
            proxies.get(i).blackhole(true);
            lock.lock();
            long token = lock.hold().orElseThrow().token();
            SafetyViolation.check(token > last, "The token " + token + " came after " + last + ".");
            long least = token;
            assertThat(masters.stream().filter(server -> counter(server) >= least))
                    .as("masters that keep the token %s", token)
                    .hasSizeGreaterThanOrEqualTo(3);
            lock.lock();
            assertThat(lock.hold().orElseThrow().token()).as("re-entered").isEqualTo(token);
            lock.unlock();
            lock.unlock();
            last = token;
            proxies.get(i).heal();
        }
    }

    @Test
    void aMasterThatCameBackEmptyVotesTooSoonWithoutTheGuard() {
        assertThat(grantsTwice(LEASE, UnaryOperator.identity())).isTrue();
    }

    @Test
    void aMasterThatCameBackEmptyDoesNotVoteForALease() {
        Duration lease = Duration.ofSeconds(2);
        awaitUptime(3);
        SafetyViolation.check(!grantsTwice(lease, store -> store.amnesiaGuard(lease)), "Two owners at once.");
    }

    /** One holds the lock at three masters, one of which forgets it; another can reach all. */
    private boolean grantsTwice(Duration lease, UnaryOperator<QuorumStore> guard) {
        Mortise one = node(builder -> builder.store(guard.apply(quorum(uris()))));
        Mortise other = node(builder -> builder.store(guard.apply(quorum(masters.uris()))));
        proxies.get(3).blackhole(true);
        proxies.get(4).blackhole(true);
        Hold hold = one.lock(name).lockAsync(lease).join();
        masters.get(0).kill();
        masters.get(0).restart();
        while (hold.isValid()) {
            if (other.lock(name).tryLock()) {
                boolean both = hold.isValid();
                other.lock(name).unlock();
                return both;
            }
        }
        return false;
    }

    @Test
    void aMasterThatIsAbsentAtFirstJoinsLater() {
        masters.get(2).kill();
        masters.get(4).kill();
        DistributedLock lock = node().lock(name);
        pairs(lock, 1);
        masters.get(2).restart();
        masters.get(4).restart();
        Eventually.eventually("they vote", () -> {
            lock.lock();
            try {
                return left(2) > 0 && left(4) > 0;
            } finally {
                lock.unlock();
            }
        });
    }

    @Test
    void twoMastersMustBeTwoServers() {
        String[] uris = masters.uris();
        uris[4] = uris[0].replace("127.0.0.1", "localhost");
        assertThatThrownBy(() -> node(builder -> builder.store(quorum(uris))))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("is the same server as");
    }

    @Test
    void aReplicaIsNoMaster() {
        masters.get(3)
                .command(
                        "REPLICAOF",
                        "127.0.0.1",
                        Integer.toString(masters.get(0).port()));
        assertThatThrownBy(() -> node(builder -> builder.store(quorum(masters.uris()))))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("is a replica");
    }

    @Test
    void fewerThanThreeAreNoQuorum() {
        assertThatThrownBy(() -> quorum(masters.get(0).uri(), masters.get(1).uri()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 3 to 63 masters, not 2");
    }

    @Test
    void withoutAMajorityItDoesNotOpen() {
        for (int i = 0; i < 3; i++) {
            masters.get(i).kill();
        }
        assertThatThrownBy(() -> node(builder -> builder.store(quorum(masters.uris()))))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("fewer than 3 of 5 masters");
    }

    private static void pairs(DistributedLock lock, int count) {
        for (int i = 0; i < count; i++) {
            lock.lock();
            lock.unlock();
        }
    }

    /** A vote that a master gives after the release ends with its lease. A lock that a majority keeps was left behind. */
    private void awaitFree() {
        SafetyViolation.checked(() -> Eventually.eventually("free", () -> keepers() <= SIZE / 2));
        Eventually.eventually("free everywhere", () -> keepers() == 0);
    }

    private long keepers() {
        return masters.stream().filter(server -> left(server) != -2).count();
    }

    private void awaitUptime(int seconds) {
        Eventually.eventually(
                "up for " + seconds + " s",
                () -> masters.stream()
                        .allMatch(server -> Long.parseLong(server.info("server").get("uptime_in_seconds")) >= seconds));
    }

    private long left(int master) {
        return left(masters.get(master));
    }

    private long left(RedisServer server) {
        return (Long) Objects.requireNonNull(server.command("PTTL", "mortise:{" + name + "}"));
    }

    private long counter(RedisServer server) {
        Object value = server.command("GET", "mortise:{" + name + "}:token");
        return value == null ? 0 : Long.parseLong((String) value);
    }

    private String[] uris() {
        return proxies.stream().map(FaultProxy::uri).toArray(String[]::new);
    }

    private Mortise node() {
        return node(builder -> builder);
    }

    private Mortise node(UnaryOperator<MortiseBuilder> settings) {
        Mortise node = settings.apply(Mortise.builder()
                        .store(quorum(uris()))
                        .closeGrace(Duration.ZERO)
                        .requestLimit(Duration.ofSeconds(1))
                        .watchdogLease(Duration.ofSeconds(5)))
                .build();
        opened.add(node);
        return node;
    }
}
