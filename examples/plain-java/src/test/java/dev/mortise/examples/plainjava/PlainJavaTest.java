package dev.mortise.examples.plainjava;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LossCause;
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
@Tag("timing")
class PlainJavaTest {

    private RedisServer server;
    private Mortise here;
    private Mortise elsewhere;
    private Steps steps;

    @BeforeAll
    void start() {
        server = RedisServer.start();
        here = Mortise.connect(server.uri());
        elsewhere = Mortise.connect(server.uri());
        steps = new Steps(here, elsewhere);
    }

    @AfterAll
    void stop() {
        here.close();
        elsewhere.close();
        server.close();
    }

    @Test
    void lockAndUnlock() {
        SafetyViolation.check(steps.lockAndUnlock(), "The lock was not held, or it had a second owner.");
    }

    @Test
    void aLeaseEndsByItself() throws Exception {
        assertThat(steps.endsByItself()).isTrue();
    }

    @Test
    void tryLockHasAWaitAndALease() throws Exception {
        assertThat(steps.waitAndLease()).isTrue();
    }

    @Test
    void runReleases() {
        assertThat(steps.runUnderTheLock()).isEqualTo(100);
    }

    @Test
    void reEntry() {
        assertThat(steps.reEntry()).isEqualTo(2);
    }

    @Test
    void aLossIsTold() throws Exception {
        assertThat(steps.lossIsTold()).isEqualTo(LossCause.EXPIRED);
    }

    @Test
    void aStaleTokenIsRefused() {
        SafetyViolation.check(steps.fencing(), "The token of a later hold was not the higher one.");
    }

    @Test
    void mainRunsEveryStepAndLeavesTheLockFree() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PlainJava.run(server.uri(), new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(7)
                .contains("1. lock and unlock: true", "7. a stale token is refused: true");
        assertThat(here.lock("account:42").isLocked()).isFalse();
    }
}
