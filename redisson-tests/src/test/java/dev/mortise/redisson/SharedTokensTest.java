package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tokens in Redisson's naming, whose release is a script of its own. */
@Tag("servers")
class SharedTokensTest {

    /** The counter alone remembers tokens that are ahead of the server's clock, as after it was set back. */
    @Test
    void theReleaseOfAHoldThatWasWaitedForKeepsTheCounter() {
        try (RedisServer server = RedisServer.start();
                Mortise one = Mortise.connect(server.uri() + "?naming=redisson");
                Mortise two = Mortise.connect(server.uri() + "?naming=redisson")) {
            long ahead = (System.currentTimeMillis() + Duration.ofHours(1).toMillis()) * 1_000;
            server.command("SET", "mortise:token:{shared}", Long.toString(ahead), "PX", "3700000");
            DistributedLock first = one.lock("shared");
            OwnedHold before = first.acquire();
            assertThat(before.token()).isEqualTo(ahead + 1);
            CompletableFuture<OwnedHold> waiting = two.lock("shared").acquireAsync();
            Eventually.eventually(
                    "the second node waits", () -> first.inspect().waiters().size() == 1);
            before.release();
            OwnedHold waited = waiting.join();
            waited.release();
            OwnedHold last = first.acquire();
            SafetyViolation.check(
                    last.token() > waited.token(),
                    "The token fell from " + waited.token() + " to " + last.token() + ".");
            last.release();
        }
    }
}
