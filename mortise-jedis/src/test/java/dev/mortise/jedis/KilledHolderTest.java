package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is killed with −9 frees its locks when their lease ends, and waiters get in soon after. */
@Tag("servers")
@Tag("timing")
@Timeout(180)
class KilledHolderTest {

    private static final Duration LEASE = Duration.ofSeconds(5);

    /** A waiter gets in at most 250 ms after the lease has ended, and a busy machine may make it later. */
    private static final Duration LATE = Duration.ofMillis(250).plusSeconds(15);

    @Test
    void aWaiterGetsInWhenTheLeaseOfAKilledProcessEnds() throws Exception {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.builder()
                        .uri(server.uri())
                        .requestLimit(Duration.ofSeconds(20))
                        .build()) {
            for (int tries = 1; !isKilledWhileItHolds(server.uri(), mortise.lock("orphan")); tries++) {
                assertThat(tries).as("tries on a machine that stalls").isLessThan(5);
            }
        }
    }

    /** Whether the lease of the killed process still ran. If the machine stalls before, the lease ends without a renewal. */
    private static boolean isKilledWhileItHolds(String uri, DistributedLock lock) throws Exception {
        Process holder = holderIn(uri);
        try {
            long tokenOfTheDead = tokenOf(holder);
            CompletableFuture<OwnedHold> waiter = lock.acquireAsync();
            lock.inspect(); // is answered behind the request of the waiter

            holder.destroyForcibly().waitFor();
            long asked = System.nanoTime();
            LockView.Holder dead = lock.inspect().holder();
            long told = System.nanoTime();
            OwnedHold hold = waiter.get(LEASE.plus(LATE).toMillis(), TimeUnit.MILLISECONDS);
            long got = System.nanoTime();

            boolean held = dead != null && dead.token() == tokenOfTheDead;
            // The server measured the rest of the lease between `asked` and `told`.
            SafetyViolation.checked(() -> {
                if (held) {
                    assertThat(Duration.ofNanos(got - asked))
                            .as("the second owner's wait while the first lease lasted")
                            .isGreaterThanOrEqualTo(dead.remaining().minusMillis(2));
                    assertThat(Duration.ofNanos(got - told))
                            .as("the wait for a lock whose lease ended")
                            .isLessThan(dead.remaining().plus(LATE));
                }
                assertThat(hold.token()).as("the second owner's token").isGreaterThan(tokenOfTheDead);
            });
            hold.release();
            return held;
        } finally {
            holder.destroyForcibly();
        }
    }

    private static Process holderIn(String uri) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        uri)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The token of the holder, once it has the lock. */
    private static long tokenOf(Process holder) throws IOException {
        String said = holder.inputReader(StandardCharsets.UTF_8).readLine();
        assertThat(said).startsWith("held ");
        return Long.parseLong(said.substring("held ".length()));
    }

    /** Takes the lock and keeps it until it is killed, or its parent has gone. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] args) throws Exception {
            Mortise node = Mortise.builder().uri(args[0]).watchdogLease(LEASE).build();
            System.out.println("held " + node.lock("orphan").lockAsync().join().token());
            while (System.in.read() >= 0) {}
            Runtime.getRuntime().halt(0);
        }
    }
}
