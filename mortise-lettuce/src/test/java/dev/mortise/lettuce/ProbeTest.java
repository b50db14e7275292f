package dev.mortise.lettuce;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.RedisUri;
import dev.mortise.redis.Tls;
import dev.mortise.tck.server.RedisServer;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("servers")
class ProbeTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final RedisServer server = RedisServer.start();
    private OurClient client;
    private StatefulRedisConnection<byte[], byte[]> connection;

    @BeforeEach
    void connect() {
        client = new OurClient(Tls.ofJvm(), LIMIT, "probe");
        connection = client.client.connect(
                ByteArrayCodec.INSTANCE, OurClient.uri(RedisUri.parse(server.uri()), LIMIT, "probe"));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void anActiveConnectionAcceptsTheProbeAndSendsNothing() {
        server.command("CONFIG", "RESETSTAT");
        assertThat(Probe.isAcceptedBy(connection)).isTrue();
        connection.sync().get(new byte[] {'k'});
        assertThat(server.commandCalls()).containsKey("get").doesNotContainKey("ping");
    }

    @Test
    void aClosedConnectionRejectsTheProbe() {
        server.command("CLIENT", "KILL", "TYPE", "normal");
        eventually("the connection is closed", () -> !Probe.isAcceptedBy(connection));
    }
}
