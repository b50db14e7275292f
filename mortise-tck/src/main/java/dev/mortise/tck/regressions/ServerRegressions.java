package dev.mortise.tck.regressions;

import static dev.mortise.tck.Eventually.eventually;
import static dev.mortise.tck.Eventually.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.faults.FaultBench;
import dev.mortise.tck.faults.FaultGroup;
import dev.mortise.tck.faults.FaultTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

/** What went wrong elsewhere when a server or a connection failed, or what only a server can tell: how it was asked. */
@Tag("timing")
public abstract class ServerRegressions extends FaultGroup {

    protected ServerRegressions(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    @DisplayName(
            "Redisson 5761, 6539, 5070: the message connection broke before an unlock, and waiters slept out the lease")
    void redisson5761LostMessageConnectionCostsALease() throws Exception {
        DistributedLock lock = newLock();
        FaultyStore hearing = new FaultyStore(underTest().newStore());
        DistributedLock other = node(builder -> builder.store(hearing)).lock(name());
        lock.lock();
        Pending<@Nullable Void> next = passing(other);
        awaitWaiters(lock, 1);
        int before = hearing.looks();
        server().command("CLIENT", "KILL", "TYPE", "pubsub");
        lock.unlock();
        long released = System.nanoTime();
        next.join();
        assertNotStuck(SLOW_POLL, released);
        eventually("its waiters look", () -> hearing.looks() > before);
    }

    @FaultTest
    @DisplayName("Redisson 4109: the server stalled during lock(), and the lock stayed taken by nobody")
    void redisson4109StalledServerLeavesTheLockTaken() throws Exception {
        DistributedLock lock = node(builder ->
                        builder.requestLimit(Duration.ofSeconds(1)).unavailableLimit(Duration.ofMillis(1_100)))
                .lock(name());
        DistributedLock elsewhere = elsewhere();
        lock.lock();
        lock.unlock();
        server().pause();
        assertThatThrownBy(lock::lock).isInstanceOf(StoreUnavailableException.class);
        server().resume();
        assertNothingKept(elsewhere);
    }

    @FaultTest
    @DisplayName("Redisson 6844, 6878: the server stalled during unlock(), which threw though it had released")
    void redisson6844StalledServerMakesUnlockThrow() throws Exception {
        FaultyStore store = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(store).requestLimit(Duration.ofMillis(500)))
                .lock(name());
        DistributedLock elsewhere = elsewhere();
        Actor owner = actor();
        owner.run(lock::lock);
        server().pause();
        Pending<@Nullable Void> unlock = releasedTwice(owner, lock, store);
        server().resume();
        unlock.join();
        assertNothingKept(elsewhere);
        assertThat(owner.start(lock::unlock).failure())
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(HoldLostException.class);
    }

    @FaultTest
    @DisplayName("Redisson 2515, 3194, 3712: renewal stopped after a connection error")
    void redisson2515RenewalStopsAfterAReconnect() {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        server().command("CLIENT", "KILL", "TYPE", "normal");
        skipBeyondTheLease(lock.hold().orElseThrow());
        assertThat(ttl()).isPositive();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @FaultTest
    @DisplayName("Redisson 3829: the key vanished, and waiters stood still for minutes")
    void redisson3829WaitersStandStillWhenTheKeyVanishes() throws Exception {
        time();
        DistributedLock lock = newLock();
        DistributedLock other = newLock();
        Actor owner = actor();
        owner.run(lock::lock);
        Pending<@Nullable Void> next = passing(other);
        awaitWaiters(lock, 1);
        server().command("DEL", key());
        skip(THIRD);
        long deleted = System.nanoTime();
        next.join();
        assertNotStuck(Duration.ZERO, deleted);
        assertLost(() -> owner.run(lock::unlock));
    }

    @FaultTest
    @DisplayName("Redisson: behind a dead head of a fair lock's queue a waiter asked 3,189 times in a second")
    void redissonWaiterBehindADeadHeadAsksThousandsOfTimes() throws Exception {
        DistributedLock holder = elsewhere();
        DistributedLock dead = newLock();
        DistributedLock alive = elsewhere();
        holder.lock();
        Actor deadWaiter = actor();
        Pending<@Nullable Void> never = deadWaiter.start(dead::lockInterruptibly);
        awaitWaiters(holder, 1);
        Pending<@Nullable Void> next = passing(alive);
        awaitWaiters(holder, 2);
        proxy().blackhole(true);
        long before = scripts();
        holder.unlock();
        long released = System.nanoTime();
        next.join();
        assertNotStuck(SLOW_POLL, released);
        assertThat(scripts() - before).as("scripts run meanwhile").isLessThan(100);
        deadWaiter.interrupt();
        assertThat(never.failure()).isInstanceOf(InterruptedException.class);
        proxy().heal();
        SafetyViolation.checked(() -> awaitWaiters(holder, 0));
    }

    @FaultTest
    @DisplayName(
            "Redisson, Spring Integration: each release woke a client of every process, and all but one asked in vain")
    void redissonReleaseWakesAHerd() throws Exception {
        int nodes = 5;
        DistributedLock holder = elsewhere();
        holder.lock();
        List<Pending<@Nullable Void>> waits = new ArrayList<>();
        for (int i = 1; i <= nodes; i++) {
            waits.add(passing(newLock()));
            awaitWaiters(holder, i);
        }
        long before = scripts();
        holder.unlock();
        for (Pending<@Nullable Void> wait : waits) {
            wait.join();
        }
        // each asks once and releases once; a slow machine may add looks at the slow poll. A herd asks 15 times and
        // releases 6 times
        assertThat(scripts() - before).as("scripts for %d hand-overs", nodes).isLessThanOrEqualTo(4L * nodes);
        assertThat(server().command("PUBSUB", "NUMPAT"))
                .as("pattern subscriptions")
                .isEqualTo(0L);
    }

    @FaultTest
    @DisplayName("bluetape4k: each waiter asked every 10 ms")
    void bluetape4kWaiterAsksEveryTenMilliseconds() throws Exception {
        DistributedLock holder = elsewhere();
        holder.lock();
        Pending<@Nullable Void> wait = passing(newLock());
        awaitWaiters(holder, 1);
        long before = scripts();
        long start = System.nanoTime();
        never(Duration.ofMillis(500), "let in", wait::isDone);
        long asked = scripts() - before;
        assertThat(asked)
                .as("scripts within %s", since(start))
                .isLessThanOrEqualTo(2 + since(start).toSeconds());
        holder.unlock();
        wait.join();
    }

    @FaultTest
    @DisplayName("Redisson 6510, redis-py: counters, or locks, without a TTL stayed for ever")
    void redisson6510KeysWithoutATtl() throws Exception {
        DistributedLock lock = newLock();
        lock.lock();
        Pending<@Nullable Void> wait = passing(newLock());
        awaitWaiters(lock, 1);
        assertEveryKeyEnds();
        lock.unlock();
        wait.join();
        assertEveryKeyEnds();
    }

    @FaultTest
    @DisplayName("Redisson: deleting a fenced lock deleted its counter, and tokens began at 1 again")
    void redissonTokensBeginAgainAfterTheCounterWasDeleted() {
        DistributedLock lock = newLock();
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        lock.unlock();
        server().command("DEL", key() + ":token");
        lock.lock();
        long next = lock.hold().orElseThrow().token();
        SafetyViolation.check(next > token, "The token " + next + " was given after " + token + ".");
        lock.unlock();
    }

    @FaultTest
    @DisplayName("Curator 1193: a release during a connection loss left the lock taken")
    void curator1193ReleaseDuringAConnectionLossLeavesTheLockTaken() throws Exception {
        FaultyStore store = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(store)).lock(name());
        DistributedLock elsewhere = elsewhere();
        Actor owner = actor();
        owner.run(lock::lock);
        proxy().refuse(true);
        proxy().cut();
        Pending<@Nullable Void> unlock = releasedTwice(owner, lock, store);
        proxy().heal();
        unlock.join();
        assertNothingKept(elsewhere);
    }

    private Pending<@Nullable Void> passing(DistributedLock lock) {
        return actor().start(() -> {
            lock.lock();
            lock.unlock();
        });
    }

    /** A release of which one request has failed and another is on its way, so it has neither thrown nor returned. */
    private static Pending<@Nullable Void> releasedTwice(Actor owner, DistributedLock lock, FaultyStore store) {
        int before = store.requests();
        Pending<@Nullable Void> unlock = owner.start(lock::unlock);
        eventually("the release is sent again", () -> unlock.isDone() || store.requests() > before + 1);
        assertThat(unlock.isDone()).isFalse();
        return unlock;
    }

    private void assertEveryKeyEnds() {
        for (String key : server().keys()) {
            SafetyViolation.check(ttl(key) != -1, "Key " + key + " has no TTL.");
        }
    }

    /** How many scripts were run so far, looks of this test not counted. */
    private long scripts() {
        return server().commandCalls().getOrDefault("evalsha", 0L);
    }
}
