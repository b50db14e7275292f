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
import org.junit.jupiter.api.Timeout;

/** Callers that share a connection with many others give way for a moment before they park. */
@Timeout(60)
class CrowdTest {

    private final FakeServer server = new FakeServer();
    private final SystemTime time = new SystemTime("crowd-timer");
    private final CombiningLink link =
            new CombiningLink("the fake server", server, 1, time, Duration.ofSeconds(5), "crowd-io", thread -> true);
    private final CombiningConnection connection = new CombiningConnection(link, time, 5_000);

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
        assertThat(connection.isCrowded()).isFalse();
        arrive(1);
        assertThat(connection.isCrowded()).isTrue();
        connection.departs();
        assertThat(connection.isCrowded()).isFalse();
    }

    @Test
    void inACrowdAReplyIsSeenWithoutASleep() {
        Call call = connection.push(request("a", 0));
        call.complete(new Outcome.Done<>("a"));
        assertThat(call.waits(PendingReply.NEVER, false)).as("alone it parks").isFalse();
        arrive(12);
        assertThat(call.waits(PendingReply.NEVER, false)).isTrue();
    }

    @Test
    void inACrowdAConnectionThatNobodyDrivesIsTakenOver() {
        arrive(12);
        Call call = connection.push(request("a", 0));
        call.arrives(Thread.currentThread());
        assertThat(call.waits(PendingReply.NEVER, false)).isTrue();
        assertThat(call.isDone()).isTrue();
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
        assertThat(connection.isCrowded()).isFalse();
        arrive(1);
        assertThat(connection.isCrowded()).isTrue();
    }

    private void arrive(int threads) {
        for (int i = 0; i < threads; i++) {
            connection.arrives();
        }
    }

    private static long millis(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
