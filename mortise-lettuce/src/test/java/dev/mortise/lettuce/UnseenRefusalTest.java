package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mortise.redis.RedisUri;
import dev.mortise.redis.Tls;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Lettuce itself reports if a server closes the connection during the login. */
@Tag("servers")
class UnseenRefusalTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void aConnectionThatIsClosedDuringTheLoginIsRecognised() throws IOException, InterruptedException {
        OurClient client = new OurClient(Tls.ofJvm(), LIMIT, "refused");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread closing = new Thread(() -> closeTheNext(server), "closing");
            closing.start();
            RedisUri uri = RedisUri.parse("redis://user:secret@127.0.0.1:" + server.getLocalPort());
            Throwable failure = catchThrowable(
                    () -> client.client.connect(ByteArrayCodec.INSTANCE, OurClient.uri(uri, LIMIT, "refused")));
            closing.join();
            assertThat(UnseenRefusal.isIn(failure)).as(String.valueOf(failure)).isTrue();
        } finally {
            client.close();
        }
    }

    /** Ends a connection after its first byte. It reads the rest, since unread bytes would reset the connection. */
    private static void closeTheNext(ServerSocket server) {
        try (Socket socket = server.accept()) {
            assertThat(socket.getInputStream().read()).isPositive();
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
