package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.FaultProxy.Traffic;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("servers")
@Tag("timing")
class FaultProxyTest {
    /** What only a hang can take. */
    private static final Duration LONG = Duration.ofSeconds(30);

    /** For replies that never come. */
    private static final Duration SHORT = Duration.ofMillis(100);

    private static RedisServer server;
    private FaultProxy proxy;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void startProxy() {
        server.command("FLUSHALL");
        proxy = FaultProxy.to(server.port());
    }

    @AfterEach
    void nothingIsLeft() {
        proxy.close();
        Eventually.eventually("no connection is left", () -> proxy.connections() == 0);
        Eventually.eventually(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("mortise-fault-proxy-")));
    }

    @Test
    void passesEverythingWhenHealthy() throws IOException {
        String big = "x".repeat(1_000_000);
        try (RespConnection client = client(LONG)) {
            client.call("SET", "k", big);
            assertThat(client.call("GET", "k")).isEqualTo(big);
            assertThat(proxy.connections()).isEqualTo(1);
            assertThat(proxy.uri()).isEqualTo("redis://127.0.0.1:" + proxy.port());
        }
        Eventually.within(LONG, "connection ended", () -> proxy.connections() == 0);
    }

    @Test
    void cutResetsConnectionsAndWelcomesNewOnes() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.call("PING");
            proxy.cut();
            assertThat(proxy.connections()).isZero();
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(IOException.class);
        }
        assertPong();
    }

    @Test
    void refuseKeepsOldConnectionsOnly() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.call("PING");
            proxy.refuse(true);
            assertThat(client.call("PING")).isEqualTo("PONG");
            assertThatThrownBy(() -> client(LONG)).isInstanceOf(ConnectException.class);
            proxy.heal();
            assertPong();
        }
    }

    @Test
    void delayedRepliesComeLateAndDoNotQueueUp() throws Exception {
        Duration delay = Duration.ofMillis(200);
        int requests = 60;
        try (Socket client = new Socket(Ports.address(proxy.port()).getAddress(), proxy.port())) {
            client.setTcpNoDelay(true);
            proxy.delayReplies(delay);
            long start = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                String key = "k" + i;
                client.getOutputStream().write(("SET " + key + " v\r\n").getBytes(StandardCharsets.UTF_8));
                Eventually.within(LONG, "request done", () -> server.keys().contains(key));
            }
            client.getInputStream().readNBytes(requests * "+OK\r\n".length());
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            Duration queuedUp = delay.multipliedBy(requests);
            assertThat(elapsed).isBetween(delay, queuedUp.minus(delay));
        }
    }

    @Test
    void healDeliversDelayedRepliesAtOnce() throws Exception {
        try (RespConnection client = client(LONG)) {
            proxy.delayReplies(Duration.ofHours(1));
            Thread healer = FaultyLink.daemon("healer", () -> {
                Eventually.within(LONG, "request done", () -> server.keys().contains("k"));
                proxy.heal();
            });
            assertThat(client.call("SET", "k", "v")).isEqualTo("OK");
            healer.join();
        }
    }

    @Test
    void droppedReplyOfARequestThatWasDone() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.limit(SHORT);
            proxy.dropReplies(true);
            assertThatThrownBy(() -> client.call("SET", "k", "v")).isInstanceOf(SocketTimeoutException.class);
            Eventually.within(LONG, "done", () -> server.keys().contains("k"));
        }
        proxy.heal();
        assertPong();
    }

    @Test
    void blackholeHoldsRequestsAndDeliversThemAfterwards() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.call("PING");
            client.limit(SHORT);
            proxy.blackhole(true);
            assertThatThrownBy(() -> client.call("SET", "k", "v")).isInstanceOf(SocketTimeoutException.class);
            assertThat(server.keys()).isEmpty();
            assertThat(proxy.connections()).isEqualTo(1);
            proxy.blackhole(false);
            Eventually.within(LONG, "late request", () -> server.keys().contains("k"));
        }
    }

    @Test
    void cutAfterReplyBytesLosesTheReplyOnly() throws IOException {
        for (int bytes = 0; bytes < "+OK\r\n".length(); bytes++) {
            String key = "k" + bytes;
            try (RespConnection client = client(LONG)) {
                client.call("PING");
                proxy.cutAfterReplyBytes(bytes);
                assertThatThrownBy(() -> client.call("SET", key, "v")).isInstanceOf(IOException.class);
            }
            assertThat(server.keys()).contains(key);
            assertPong();
        }
    }

    @Test
    void cutAfterAWholeReplyDeliversIt() throws IOException {
        try (RespConnection client = client(LONG)) {
            proxy.cutAfterReplyBytes("+PONG\r\n+PONG\r\n".length());
            assertThat(client.call("PING")).isEqualTo("PONG");
            assertThat(client.call("PING")).isEqualTo("PONG");
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(IOException.class);
        }
        assertPong();
    }

    @Test
    void cutAfterRequestBytesLosesTheRequest() throws IOException {
        for (int bytes : new int[] {0, 10}) {
            try (RespConnection client = client(LONG)) {
                proxy.cutAfterRequestBytes(bytes);
                assertThatThrownBy(() -> client.call("SET", "k", "v")).isInstanceOf(IOException.class);
            }
            assertThat(server.keys()).isEmpty();
            assertPong();
        }
    }

    @Test
    void aCutIsDueUntilItsBytesHavePassed() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.call("PING");
            assertThat(proxy.cutIsDue()).isFalse();
            proxy.cutAfterReplyBytes("+PONG\r\n+P".length());
            client.call("PING");
            assertThat(proxy.cutIsDue()).isTrue();
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(IOException.class);
            assertThat(proxy.cutIsDue()).isFalse();
        }
    }

    @Test
    void aHalfOpenConnectionSwallowsBothDirectionsAndOthersAreWell() throws IOException {
        try (RespConnection commands = client(LONG);
                RespConnection messages = client(LONG)) {
            commands.call("PING");
            messages.call("SUBSCRIBE", "news");
            assertThat(proxy.halfOpen(Traffic.MESSAGES)).isEqualTo(1);
            server.command("PUBLISH", "news", "unheard");
            assertThat(messages.isBroken()).isFalse();
            assertThat(commands.call("PING")).isEqualTo("PONG");
            assertThat(proxy.halfOpen(Traffic.COMMANDS)).isEqualTo(1);
            commands.limit(SHORT);
            assertThatThrownBy(() -> commands.call("SET", "k", "v")).isInstanceOf(SocketTimeoutException.class);
            assertThat(server.keys()).isEmpty();
            assertThat(proxy.connections()).isEqualTo(2);
            assertPong();
        }
    }

    @Test
    void aCutOfMessagesSparesCommands() throws IOException {
        try (RespConnection commands = client(LONG);
                RespConnection messages = client(LONG)) {
            commands.call("PING");
            messages.call("SUBSCRIBE", "news");
            proxy.cut(Traffic.MESSAGES);
            assertReset(messages);
            assertThat(commands.call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void serverThatIsDownResetsClients() throws IOException {
        try (RedisServer down = RedisServer.start();
                FaultProxy before = FaultProxy.to(down.port())) {
            down.kill();
            assertThatThrownBy(() -> {
                        try (RespConnection client = new RespConnection(before.port(), LONG, Optional.empty())) {
                            client.call("PING");
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void closeEndsAHeldConnection() throws IOException {
        try (RespConnection client = client(LONG)) {
            client.limit(SHORT);
            proxy.blackhole(true);
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(SocketTimeoutException.class);
            proxy.close();
            assertReset(client);
        }
    }

    private RespConnection client(Duration timeout) throws IOException {
        return new RespConnection(proxy.port(), timeout, Optional.empty());
    }

    /** The kernel resets when the last thread has let go of the socket, which may be a little after the cut. */
    private static void assertReset(RespConnection client) throws IOException {
        client.limit(LONG);
        assertThatThrownBy(() -> client.call("PING"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    private void assertPong() throws IOException {
        try (RespConnection client = client(LONG)) {
            assertThat(client.call("PING")).isEqualTo("PONG");
        }
    }
}
