package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One of both in this process, the other in its own. */
@Tag("servers")
@Tag("timing")
class TwoProcessesTest extends TwoClients {

    private static final Map<Holder, Peer> PEERS = new EnumMap<>(Holder.class);

    @BeforeAll
    static void startPeers() throws Exception {
        for (Holder which : Holder.values()) {
            PEERS.put(which, Peer.start(which, server, WATCHDOG));
        }
    }

    @AfterAll
    static void stopPeers() {
        PEERS.values().forEach(Peer::close);
    }

    @ParameterizedTest
    @EnumSource
    void aHolderInAnotherProcessExcludesAndItsReleaseWakes(Holder holder) throws Exception {
        Peer peer = Objects.requireNonNull(PEERS.get(holder));
        assertThat(peer.ask("lock " + name)).isEqualTo("locked");
        SafetyViolation.check(!waiting(holder).lock(name).tryLock(), "Two owners of a lock that a peer holds.");
        Future<?> waiter = waiter(holder, name, () -> {
            notified(holder).lock(name).lock();
            return null;
        });
        assertThat(peer.ask("unlock " + name)).isEqualTo("unlocked");
        join(notified(holder), waiter);
        String tried = peer.ask("try " + name);
        SafetyViolation.check(!tried.equals("true"), "Two owners: a peer is the second one.");
        assertThat(tried).isEqualTo("false");
        assertThat(waiting(holder).forceUnlock(name)).isTrue();
        assertThat(peer.ask("try " + name)).isEqualTo("true");
        peer.ask("unlock " + name);
    }

    @ParameterizedTest
    @EnumSource
    void aKilledHolderLetsTheOtherInWhenItsLeaseEnds(Holder holder) throws Exception {
        Duration watchdog = Duration.ofMillis(1_500);
        try (Peer peer = Peer.start(holder, server, watchdog)) {
            assertThat(peer.ask("lock " + name)).isEqualTo("locked");
            peer.kill();
            assertThat(waiting(holder).tryLockFor(name, Duration.ofSeconds(30), Duration.ofSeconds(30)))
                    .isTrue();
            waiting(holder).lock(name).unlock();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noUpdateIsLostBetweenProcesses(Holder peers) throws Exception {
        int rounds = 25;
        Peer peer = Objects.requireNonNull(PEERS.get(peers));
        try (Counter counter = new Counter(server.uri(), name + ":counter")) {
            peer.tell("count " + name + " 2 " + rounds);
            Future<?> counted = begin(() -> {
                Peer.count(waiting(peers), server.uri(), name, 2, rounds);
                return null;
            });
            join(waiting(peers), counted, WATCHDOG);
            assertThat(peer.answer()).isEqualTo("counted");
            long value = counter.value();
            SafetyViolation.check(value == 4L * rounds, "Lost updates: " + value + " of " + 4L * rounds);
        } finally {
            server.command("DEL", name + ":counter");
        }
    }
}
