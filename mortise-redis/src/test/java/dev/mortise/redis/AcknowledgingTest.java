package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Acknowledgement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What follows the reply to an acquire that replicas must acknowledge. */
class AcknowledgingTest {

    private static final byte[] TOKEN = "1795133466812014".getBytes(StandardCharsets.US_ASCII);

    private final Request release = FakeServer.request("release", 0);
    private final Acknowledging acquire = new Acknowledging(
            FakeServer.request("acquire", 0), release, Acknowledgement.byReplicas(1, Duration.ofSeconds(5)));

    @Test
    void aGrantWaitsForTheReplicas() {
        Request next = (Request) acquire.request().after(TOKEN);
        assertThat(next.isScript()).isFalse();
        assertThat(next.args()[0]).asString().isEqualTo("WAIT");
    }

    /** Its withdrawal may have reached the server before it, over another connection. */
    @Test
    void aGrantForACallThatHasEndedIsGivenBackAtOnce() {
        Request whole = acquire.request();
        acquire.withdraw();
        Request next = (Request) whole.after(TOKEN);
        assertThat(next.args()).isSameAs(release.args());
        assertThat(next.after(1L)).isNotInstanceOf(Request.class);
    }
}
