package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.OwnedHold;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that refuses PUBLISH in a script: by its user's permissions, as some services always do. */
@Tag("servers")
class MuteServerTest {

    private final RedisServer server = RedisServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void waitersPollSoThatTheyGetTheirTurn() throws Exception {
        LeastPrivilege.USER.without("+publish").create(server);
        try (Mortise one = connect();
                Mortise two = connect()) {
            OwnedHold hold = one.lock("polled").acquire();
            CompletableFuture<OwnedHold> waiting = two.lock("polled").acquireAsync();
            assertThat(waiting).isNotDone();
            assertThat(two.store().listening()).isFalse();
            hold.release();
            waiting.get(20, TimeUnit.SECONDS).release();
        }
    }

    /** The release is done when the server refuses to publish, and the waiter stands in the queue. */
    @Test
    void aPermissionThatIsLostWhileAWaiterSleepsLosesNoTurn() throws Exception {
        LeastPrivilege.USER.create(server);
        try (Mortise one = connect();
                Mortise two = connect()) {
            awaitListening(one, two);
            DistributedLock lock = one.lock("lost");
            OwnedHold hold = lock.acquire();
            CompletableFuture<OwnedHold> waiting = two.lock("lost").acquireAsync();
            Eventually.eventually(
                    "the other node waits", () -> lock.inspect().waiters().size() == 1);
            server.command("ACL", "SETUSER", LeastPrivilege.USER.name(), "-publish");
            hold.release();
            waiting.get(20, TimeUnit.SECONDS).release();
            assertThat(lock.isLocked()).isFalse();

            Eventually.eventually(
                    "the releasing node has found it out", () -> !one.store().listening());
            server.command("ACL", "SETUSER", LeastPrivilege.USER.name(), "+publish");
            awaitListening(one);
        }
    }

    @Test
    void theReleaseOfAMutexIsDone() throws Exception {
        LeastPrivilege.USER.create(server);
        try (Mortise one = connect();
                Mortise two = connect()) {
            awaitListening(one, two);
            Mutex mutex = one.mutex("lost");
            var hold = mutex.acquire(Duration.ofSeconds(30));
            var waiting = two.mutex("lost").acquireAsync(Duration.ofSeconds(30));
            Eventually.eventually(
                    "the other node waits", () -> mutex.inspect().waiters().size() == 1);
            server.command("ACL", "SETUSER", LeastPrivilege.USER.name(), "-publish");
            assertThat(hold.release()).isTrue();
            waiting.get(20, TimeUnit.SECONDS).release();
        }
    }

    private Mortise connect() {
        return Mortise.connect(LeastPrivilege.USER.uri(server, 0));
    }

    private static void awaitListening(Mortise... nodes) {
        for (Mortise node : nodes) {
            Eventually.eventually(
                    "the node trusts its subscription", () -> node.store().listening());
        }
    }
}
