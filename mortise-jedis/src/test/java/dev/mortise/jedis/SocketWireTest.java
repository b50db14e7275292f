package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Who looks before it sleeps. */
class SocketWireTest {

    private final Asked socket = new Asked();

    /** Has one reply, and counts how often it was asked whether something has come. */
    private static final class Asked extends Socket {
        private int asked;
        private final InputStream in = new ByteArrayInputStream("+OK\r\n".getBytes(StandardCharsets.UTF_8)) {
            @Override
            public int available() {
                asked++;
                return super.available();
            }
        };

        @Override
        public InputStream getInputStream() {
            return in;
        }

        @Override
        public OutputStream getOutputStream() {
            return new ByteArrayOutputStream();
        }

        @Override
        public void setSoTimeout(int millis) {}
    }

    @Test
    void aReaderOfRepliesLooksFirst() throws IOException {
        SocketWire wire = new SocketWire(socket);
        wire.spins();
        wire.read(1, 1);
        assertThat(socket.asked).isEqualTo(Runtime.getRuntime().availableProcessors() > 1 ? 1 : 0);
    }

    @Test
    void aReaderOfMessagesDoesNot() throws IOException {
        new SocketWire(socket).read(1, 1);
        assertThat(socket.asked).isZero();
    }
}
