package dev.mortise.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@Tag("servers")
class FlashSaleTest {

    private RedisServer server;

    @BeforeAll
    void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @Test
    void withoutTheLockMoreIsSoldThanThereWas() {
        SaleResult result = onStage(stage -> new Sale(stage, small(), "without the lock", false).run());

        assertThat(result.oversold()).isPositive();
        assertThat(result.isExact()).isFalse();
    }

    @Test
    void withTheLockEveryItemIsSoldOnce() {
        SaleResult result = onStage(stage -> new Sale(stage, small(), "with the lock", true).run());

        SafetyViolation.check(result.isExact(), result.sentence());
        assertThat(result.orders()).isEqualTo(40);
        assertThat(result.items()).isEqualTo(40);
    }

    @Test
    void aPausedHolderIsToldAndItsLateWriteIsRefused() {
        PausedHolder.Outcome outcome = onStage(stage -> new PausedHolder(stage, stage.console()).tell());

        SafetyViolation.check(outcome.told(), "A loss was not reported: " + outcome);
        SafetyViolation.check(outcome.next() > outcome.paused(), "The next token was not higher: " + outcome);
        assertThat(outcome.refused()).isTrue();
        assertThat(outcome.isAsPromised()).isTrue();
    }

    @Test
    void theWholeDemoSummarisesAndLeavesNoKeyInAServerThatWasGiven() {
        server.command("SET", "somebody-else", "untouched");

        Printed printed = Printed.by("--redis", server.uri(), "--processes", "2", "--buyers", "8", "--stock", "40");

        assertThat(printed.errors()).isEmpty();
        assertThat(printed.code()).isZero();
        assertThat(printed.out()).contains("40 orders for 40 items: exact", "REFUSED", "All as promised");
        assertThat(server.keys()).containsExactly("somebody-else");
    }

    @Test
    void aServerThatCannotBeReachedIsToldWithExitCode3() {
        Printed printed = Printed.by("--redis", "redis://127.0.0.1:1");

        assertThat(printed.code()).isEqualTo(3);
        assertThat(printed.errors()).contains("could not be run", "127.0.0.1:1");
    }

    private <T> T onStage(Function<Stage, T> act) {
        try (Stage stage = Stage.open(small(), Console.ofSystem())) {
            return act.apply(stage);
        }
    }

    private Options small() {
        return new Options(server.uri(), 2, 8, 40, 7, false);
    }
}
