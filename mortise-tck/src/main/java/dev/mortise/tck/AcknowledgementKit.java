package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.NotAcknowledgedException;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ReplicatedServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Acknowledgement by real replicas, of which some are stalled, as a test suite for a driver: what a lock that was acknowledged
 * promises, and what becomes of one that was not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
@Tag("timing")
public abstract class AcknowledgementKit {

    private static final Duration AMPLE = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration STUCK = Duration.ofSeconds(10);

    private ReplicatedServer servers;
    private Mortise node;
    private String name = "";
    private int tests;

    @SuppressWarnings("NullAway.Init") // started before the first test
    protected AcknowledgementKit() {}

    /** A store of the driver, not yet open, at {@code redis://127.0.0.1:<port>}. */
    protected abstract Store storeAt(String uri);

    @BeforeAll
    void start() {
        servers = ReplicatedServer.start(2);
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @BeforeEach
    void open() {
        name = "acknowledged:" + ++tests;
        node = Mortise.builder()
                .store(storeAt(servers.master().uri()))
                .slice(Duration.ofSeconds(1))
                .closeGrace(Duration.ZERO)
                .build();
    }

    @AfterEach
    void mend() {
        servers.replica(0).resume();
        servers.replica(1).resume();
        node.close();
        assertThat(servers.inStepWithin(20_000)).isEqualTo(2);
    }

    @Test
    void whoeverWasAskedHasTheLockWhenTheCallReturns() {
        for (int i = 0; i < 20; i++) {
            DistributedLock lock = asking(Acknowledgement.byAllReplicas(AMPLE));
            lock.lock();
            SafetyViolation.check(isAtReplica(0) && isAtReplica(1), "The lock is held, and not at both replicas.");
            lock.lock();
            lock.unlock();
            lock.unlock();
        }
    }

    @Test
    void whatAnotherNodeOrOwnerLeavesIsAcknowledgedBeforeItCounts() throws Exception {
        DistributedLock lock = asking(Acknowledgement.byAllReplicas(AMPLE));
        try (Mortise other =
                Mortise.builder().store(storeAt(servers.master().uri())).build()) {
            DistributedLock plain = other.lock(name);
            for (int i = 0; i < 5; i++) {
                plain.lock();
                CompletableFuture<Hold> first = lock.lockAsync();
                CompletableFuture<OwnedHold> second = lock.acquireAsync();
                Eventually.eventually("queued", () -> !plain.inspect().waiters().isEmpty());
                plain.unlock();
                assertKnownToReplicas(first.get(AMPLE.toSeconds(), TimeUnit.SECONDS));
                lock.unlock();
                try (OwnedHold hold = second.get(AMPLE.toSeconds(), TimeUnit.SECONDS)) {
                    assertKnownToReplicas(hold);
                }
            }
        }
    }

    @Test
    void oneStalledReplicaOfTwoIsNoMatterIfOneIsAsked() {
        servers.replica(0).pause();
        DistributedLock lock = asking(Acknowledgement.byReplicas(1, Duration.ofSeconds(3)));
        for (int i = 0; i < 20; i++) {
            lock.lock();
            SafetyViolation.check(isAtReplica(1), "The lock is held, and no replica has it.");
            lock.unlock();
        }
    }

    @Test
    void oneStalledReplicaOfTwoIsRefusalWithinTheLimitIfAllAreAsked() {
        servers.replica(0).pause();
        DistributedLock lock = asking(Acknowledgement.byAllReplicas(SHORT));
        long begin = System.nanoTime();
        assertThatThrownBy(lock::lock)
                .isInstanceOf(NotAcknowledgedException.class)
                .hasMessageContaining("1 of 2 replicas");
        Duration taken = Duration.ofNanos(System.nanoTime() - begin);
        SafetyViolation.check(
                taken.compareTo(SHORT.plus(STUCK)) < 0, "Stuck: what may take " + SHORT + " took " + taken + ".");
        assertThat(node.lock(name).tryLock()).as("free for who does not ask").isTrue();
        node.lock(name).unlock();
    }

    /** WAIT over another connection than the one that wrote would count replicas that have nothing of it. */
    @Test
    void aConnectionThatBreaksBetweenGrantAndAcknowledgementAcknowledgesNothing() {
        servers.replica(0).pause();
        servers.replica(1).pause();
        DistributedLock lock = asking(Acknowledgement.byReplicas(1, Duration.ofSeconds(3)));
        CompletableFuture<?> wait = lock.lockAsync();
        Eventually.eventually("granted", () -> servers.master().keys().contains("mortise:{" + name + "}"));
        servers.master().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        assertThatThrownBy(wait::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(NotAcknowledgedException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    void aDiskIsAskedWhereTheServerCanAndRefusedClearlyWhereNot() {
        DistributedLock lock = asking(Acknowledgement.byReplicas(2, AMPLE).onDisk());
        boolean known = !((List<?>) Objects.requireNonNull(servers.master().command("COMMAND", "INFO", "waitaof")))
                .contains(null);
        assertThatThrownBy(lock::lock)
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining(known ? "appendonly yes" : "needs Redis 7.2");
        assertThat(node.lock(name).tryLock()).as("given back").isTrue();
        node.lock(name).unlock();
        if (known) {
            appendOnly("yes");
            lock.lock();
            lock.unlock();
            appendOnly("no");
        }
    }

    private void appendOnly(String value) {
        for (RedisServer each : List.of(servers.master(), servers.replica(0), servers.replica(1))) {
            each.command("CONFIG", "SET", "appendonly", value);
        }
    }

    private DistributedLock asking(Acknowledgement asked) {
        return node.lock(name, LockOptions.defaults().acknowledgement(asked));
    }

    /** The lock, and its token, which a replica that is promoted then never hands out again. */
    private void assertKnownToReplicas(Hold hold) {
        for (int i = 0; i < 2; i++) {
            SafetyViolation.check(isAtReplica(i), "The lock is held, and replica " + i + " does not have it.");
            Object token = servers.replica(i).command("GET", "mortise:{" + name + "}:token");
            SafetyViolation.check(
                    Long.toString(hold.token()).equals(token),
                    "The token is " + hold.token() + ", and replica " + i + " has " + token + ".");
        }
    }

    private boolean isAtReplica(int number) {
        return Long.valueOf(1).equals(servers.replica(number).command("EXISTS", "mortise:{" + name + "}"));
    }
}
