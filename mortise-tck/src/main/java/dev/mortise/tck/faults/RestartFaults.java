package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.tck.Actor;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed with -9 and comes back, without its data or with them. */
public abstract class RestartFaults extends FaultGroup {

    protected RestartFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void withoutItsDataHoldersAreToldAndWaitersGetIn() throws Exception {
        DistributedLock other = newLock();
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        Actor waiter = actor();
        Pending<Hold> next = waiter.begin(() -> {
            other.lock();
            return other.hold().orElseThrow();
        });
        awaitWaiters(elsewhere(), 1);
        server().kill();
        server().restart();
        skip(THIRD);
        events.await(LockEvent.Lost.class);
        Hold second = next.join();
        assertTokenGrows(hold, second);
        assertToldLost(lock, hold, events);
        SafetyViolation.check(
                waiter.call(other::isHeldByCurrentThread), "A late release has ended the hold of another: " + second);
        waiter.run(other::unlock);
        lock.lock();
        assertTokenGrows(second, lock.hold().orElseThrow());
        lock.unlock();
    }

    @FaultTest
    void thatLastsHoldersAreToldBeforeTheirLeaseWouldHaveEnded() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        server().kill();
        skip(THIRD);
        events.await(LockEvent.RenewalFailed.class);
        skip(LONG_LEASE.minus(THIRD));
        events.await(LockEvent.Lost.class);
        server().restart();
        assertToldLost(lock, hold, events);
    }

    @FaultTest
    void afterOneMessagesComeAgain() throws Exception {
        FaultyStore one = new FaultyStore(underTest().newStore());
        FaultyStore two = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(one)).lock(name());
        DistributedLock other = node(builder -> builder.store(two)).lock(name());
        lock.lock();
        lock.unlock();
        server().kill();
        server().restart();
        awaitListening(2);
        int heard = one.heard() + two.heard();
        Tally tally = new Tally(server(), name());
        try (Crowd crowd = new Crowd(tally, 1, lock, other)) {
            eventually("they are woken by messages", () -> one.heard() + two.heard() > heard + 5);
            crowd.awaitProgress(20);
            crowd.finish();
        }
    }

    @FaultTest
    void withTheAppendOnlyFileHoldsAreKept(@TempDir Path folder) throws Exception {
        ServerOptions options = ServerOptions.defaults().withPersistence(folder).withConfig("appendfsync always");
        try (RedisServer durable = RedisServer.start(options)) {
            holdsAreKept(durable);
        }
    }

    @FaultTest
    void withASnapshotHoldsAreKept(@TempDir Path folder) throws Exception {
        ServerOptions options = ServerOptions.defaults().withPersistence(folder).withConfig("appendonly no");
        try (RedisServer durable = RedisServer.start(options)) {
            holdsAreKept(durable);
        }
    }

    private void holdsAreKept(RedisServer durable) throws Exception {
        Recorder events = new Recorder();
        try (Mortise one = nodeAt(durable, time(), events);
                Mortise two = nodeAt(durable, new TestTime(), events)) {
            DistributedLock lock = one.lock(name());
            DistributedLock other = two.lock(name());
            lock.lock();
            Hold hold = lock.hold().orElseThrow();
            Actor waiter = actor();
            Pending<Hold> next = waiter.begin(() -> {
                other.lock();
                return other.hold().orElseThrow();
            });
            awaitWaiters(lock, 1);
            durable.command("SAVE");
            durable.kill();
            durable.restart();
            int renewals = events.of(LockEvent.Renewed.class).size();
            skip(THIRD);
            eventually("renewed", () -> events.of(LockEvent.Renewed.class).size() > renewals);
            assertThat(hold.isValid()).isTrue();
            assertWaits(next, hold);
            lock.unlock();
            assertTokenGrows(hold, next.join());
            waiter.run(other::unlock);
            assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        }
        SafetyViolation.checked(() -> eventually(
                "only the token counter stays",
                () -> durable.keys().stream().noneMatch(key -> key.contains("{") && !key.endsWith(":token"))));
    }

    @FaultTest
    void againAndAgainWithTheAppendOnlyFileNothingIsCountedTwice(@TempDir Path folder) throws Exception {
        ServerOptions options = ServerOptions.defaults().withPersistence(folder).withConfig("appendfsync always");
        try (RedisServer durable = RedisServer.start(options);
                Mortise one = nodeAt(durable, new TestTime(), new Recorder());
                Mortise two = nodeAt(durable, new TestTime(), new Recorder())) {
            Tally tally = new Tally(server(), name());
            try (Crowd crowd = new Crowd(tally, 2, one.lock(name()), two.lock(name()))) {
                for (int i = 0; i < 3; i++) {
                    crowd.awaitProgress(10);
                    durable.kill();
                    durable.restart();
                }
                crowd.awaitProgress(10);
                crowd.finish();
            }
        }
    }

    private Mortise nodeAt(RedisServer durable, TestTime time, Recorder events) {
        return Mortise.builder()
                .store(storeAt(durable.uri()))
                .time(time)
                .watchdogLease(LONG_LEASE)
                .closeGrace(Duration.ZERO)
                .listener(events)
                .build();
    }
}
