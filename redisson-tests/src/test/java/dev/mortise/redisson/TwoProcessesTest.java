package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

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
class TwoProcessesTest extends TwoClients {

    private static final Map<Holder, Peer> PEERS = new EnumMap<>(Holder.class);

    @BeforeAll
    static void startPeers() {
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
        assertThat(waiting(holder).lock(name).tryLock()).isFalse();
        Future<Long> waiter = waiter(holder, name, () -> {
            waiting(holder).lock(name).lock();
            return System.nanoTime();
        });
        long released = System.nanoTime();
        assertThat(peer.ask("unlock " + name)).isEqualTo("unlocked");
        assertThat(Duration.ofNanos(join(waiter) - released)).isLessThan(AT_ONCE);
        assertThat(peer.ask("try " + name)).isEqualTo("false");
        assertThat(waiting(holder).forceUnlock(name)).isTrue();
        assertThat(peer.ask("try " + name)).isEqualTo("true");
        peer.ask("unlock " + name);
    }

    @ParameterizedTest
    @EnumSource
    void aKilledHolderLetsTheOtherInWhenItsLeaseEnds(Holder holder) throws Exception {
        Duration watchdog = Duration.ofMillis(1_500);
        try (Peer peer = Peer.start(holder, server, watchdog)) {
            peer.ask("lock " + name);
            long killed = System.nanoTime();
            peer.kill();
            assertThat(waiting(holder).tryLockFor(name, Duration.ofSeconds(20), Duration.ofSeconds(5)))
                    .isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(watchdog.plus(AT_ONCE));
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
            Peer.count(waiting(peers), server.uri(), name, 2, rounds);
            assertThat(peer.answer()).isEqualTo("counted");
            assertThat(counter.value()).isEqualTo(4L * rounds);
        } finally {
            server.command("DEL", name + ":counter");
        }
    }
}
