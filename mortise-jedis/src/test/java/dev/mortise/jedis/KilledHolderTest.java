package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that is killed with −9 frees its locks when their lease ends, and waiters get in soon after. */
@Tag("servers")
@Tag("timing")
class KilledHolderTest {

    /** A machine may stall for up to two thirds of it before the holder is killed. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    /** A waiter gets in at most 250 ms after the lease has ended, and a busy machine may make it later. */
    private static final Duration LATE = Duration.ofMillis(250).plusSeconds(15);

    @Test
    void aWaiterGetsInWhenTheLeaseOfAKilledProcessEnds() throws Exception {
        try (RedisServer server = RedisServer.start();
                Mortise mortise = Mortise.connect(server.uri())) {
            Process holder = holderIn(server.uri());
            try {
                DistributedLock lock = mortise.lock("orphan");
                CompletableFuture<OwnedHold> waiter = lock.acquireAsync();
                long tokenOfTheDead = lock.inspect().holder().token();

                holder.destroyForcibly().waitFor();
                long asked = System.nanoTime();
                long left = lock.remainingLease().toNanos();
                long told = System.nanoTime();
                assertThat(left).isPositive();
                OwnedHold hold = waiter.get(LEASE.plus(LATE).toMillis(), TimeUnit.MILLISECONDS);
                long got = System.nanoTime();

                // The server measured the rest of the lease between `asked` and `told`.
                SafetyViolation.checked(() -> {
                    assertThat(Duration.ofNanos(got - asked))
                            .as("the second owner's wait while the first lease lasted")
                            .isGreaterThanOrEqualTo(Duration.ofNanos(left).minusMillis(2));
                    assertThat(Duration.ofNanos(got - told))
                            .as("the wait for a lock whose lease ended")
                            .isLessThan(Duration.ofNanos(left).plus(LATE));
                    assertThat(hold.token()).as("the second owner's token").isGreaterThan(tokenOfTheDead);
                });
                hold.release();
            } finally {
                holder.destroyForcibly();
            }
        }
    }

    private static Process holderIn(String uri) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        uri)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(out.readLine()).isEqualTo("held");
        return process;
    }

    /** Takes the lock and keeps it until it is killed, or its parent has gone. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] args) throws Exception {
            Mortise.builder()
                    .uri(args[0])
                    .watchdogLease(LEASE)
                    .build()
                    .lock("orphan")
                    .lock();
            System.out.println("held");
            while (System.in.read() >= 0) {}
            Runtime.getRuntime().halt(0);
        }
    }
}
