package dev.mortise.redis;

import static dev.mortise.redis.FakeServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.SystemTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers that share a connection with many others give way for a moment before they park. */
class CrowdTest {

    private final FakeServer server = new FakeServer();
    private final SystemTime time = new SystemTime("crowd-timer");
    private final CombiningLink link =
            new CombiningLink("the fake server", server, 1, time, Duration.ofSeconds(5), "crowd-io", thread -> true);
    private final CombiningConnection connection = new CombiningConnection(link, time, 5_000);
    private final Crowd crowd = connection.crowd;

    @BeforeEach
    void connect() throws IOException {
        connection.use(server.connect());
    }

    @AfterEach
    void close() {
        connection.cut();
        time.close();
    }

    @Test
    void twelveAreACrowd() {
        arrive(11);
        assertThat(crowd.isMany()).isFalse();
        arrive(1);
        assertThat(crowd.isMany()).isTrue();
        crowd.departs();
        assertThat(crowd.isMany()).isFalse();
    }

    @Test
    void aFewDoNotGiveWay() {
        arrive(11);
        assertThat(crowd.brings(() -> true)).isFalse();
    }

    @Test
    void manyDoUntilWhatTheyWaitForIsThere() {
        arrive(12);
        assertThat(crowd.brings(() -> true)).isTrue();
    }

    @Test
    void orForAMoment() {
        arrive(12);
        long began = System.nanoTime();
        assertThat(crowd.brings(() -> false)).isFalse();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(20));
    }

    @Test
    void nobodyIsCountedAfterTheAnswerTheTimeOrAnInterrupt() throws InterruptedException {
        arrive(11);
        connection.push(request("answered", 0)).await(PendingReply.NEVER, false);
        server.answerByHand();
        Outcome<Object> late = connection.push(request("late", 0)).await(time.nanos() + millis(1), false);
        assertThat(late).isInstanceOf(Outcome.Pending.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> connection.push(request("interrupted", 0)).await(PendingReply.NEVER, true))
                .isInstanceOf(InterruptedException.class);
        assertThat(crowd.isMany()).isFalse();
        arrive(1);
        assertThat(crowd.isMany()).isTrue();
    }

    private void arrive(int threads) {
        for (int i = 0; i < threads; i++) {
            crowd.arrives();
        }
    }

    private static long millis(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
