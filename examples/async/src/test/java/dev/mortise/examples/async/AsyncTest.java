package dev.mortise.examples.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
class AsyncTest {

    private RedisServer server;
    private Mortise mortise;
    private Steps steps;

    @BeforeAll
    void start() {
        server = RedisServer.start();
        mortise = Mortise.connect(server.uri());
        steps = new Steps(mortise);
    }

    @AfterAll
    void stop() {
        mortise.close();
        server.close();
    }

    @Test
    void buyersSellEachItemOnce() {
        int left = steps.sell(50).join();
        SafetyViolation.check(left == 0, "Lost updates: " + left + " of 50 items are left after 50 sales.");
    }

    @Test
    void aFailureArrivesAfterTheRelease() {
        assertThat(steps.failureComesThrough()).isTrue();
    }

    @Test
    void lockAsyncIsForTheCallingThread() {
        assertThat(steps.forThisThread()).isTrue();
    }

    @Test
    void tryLockAsyncHasAWaitAndALease() throws Exception {
        assertThat(steps.waitAndLease()).isTrue();
        assertThat(mortise.lock("stock").isLocked()).isFalse();
    }

    @Test
    void busyIsAnAnswer() {
        assertThat(steps.busy().join()).isTrue();
    }

    @Test
    void whoGivesUpLeavesNothing() throws Exception {
        assertThat(steps.givenUp()).isTrue();
    }

    @Test
    void mainRunsEveryStep() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Async.run(server.uri(), new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(6)
                .contains("1. fifty sold, one after the other: 0 left", "5. busy is an answer: true");
    }
}
