package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.tck.Eventually;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class RedisServerTest {
    @TempDir
    Path temp;

    @Test
    void startedServerAnswersAndDescribesItself() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.command("PING")).isEqualTo("PONG");
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.port()).isBetween(10_000, 32_767);
            assertThat(server.info("server"))
                    .containsEntry("redis_version", server.version())
                    .containsEntry("process_id", Long.toString(server.pid()));
            assertThat(server.describe()).contains(server.version());
        }
    }

    @Test
    void repliesOfEachKind() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.command("SET", "ключ", "a\r\nb")).isEqualTo("OK");
            assertThat(server.command("GET", "ключ")).isEqualTo("a\r\nb");
            assertThat(server.command("GET", "none")).isNull();
            assertThat(server.command("INCR", "n")).isEqualTo(1L);
            assertThat(server.command("MGET", "n", "none")).isEqualTo(Arrays.asList("1", null));
            assertThat(server.command("EVAL", "return {1, {'x'}}", "0")).isEqualTo(List.of(1L, List.of("x")));
            assertThatThrownBy(() -> server.command("INCR", "ключ"))
                    .isInstanceOfSatisfying(
                            RedisServer.ErrorReply.class,
                            e -> assertThat(e.code()).isEqualTo("ERR"));
            assertThat(server.keys()).containsExactly("n", "ключ");
            assertThat(server.commandCalls()).containsEntry("incr", 2L).containsEntry("mget", 1L);
        }
    }

    @Test
    void commandsMayComeFromManyThreadsAndInterruptedOnes() {
        try (RedisServer server = RedisServer.start()) {
            IntStream.range(0, 200).parallel().forEach(i -> server.command("INCR", "n"));
            Thread.currentThread().interrupt();
            assertThat(server.command("GET", "n")).isEqualTo("200");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.info("clients")).containsEntry("connected_clients", "1");
        }
    }

    @Test
    void brokenConnectionIsMadeAgain() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no"))
                    .isEqualTo(1L);
            Eventually.eventually("a new connection", () -> answers(server));
        }
    }

    /** A command that meets the end of its connection is not sent again. */
    private static boolean answers(RedisServer server) {
        try {
            return "PONG".equals(server.command("PING"));
        } catch (UncheckedIOException ended) {
            return false;
        }
    }

    @Test
    void passwordIsUsedByTheFixture() {
        try (RedisServer server = RedisServer.start(ServerOptions.defaults().withConfig("requirepass \"s p\""))) {
            assertThat(server.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void serverThatAsksForAnUnknownPasswordIsAlive() {
        ServerOptions options = ServerOptions.defaults().withConfig("user default on >secret ~* +@all");
        try (RedisServer server = RedisServer.start(options)) {
            assertThatThrownBy(() -> server.command("PING")).hasMessageStartingWith("NOAUTH");
        }
    }

    @Test
    void configurationMistakeIsShownWithTheLog() {
        ServerOptions options = ServerOptions.defaults().withConfig("no-such-directive 1");
        assertThatThrownBy(() -> RedisServer.start(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ended at its start", "no-such-directive");
    }

    @Test
    void takenPortIsToldWhenItWasAskedFor() throws Exception {
        try (ServerSocket other = new ServerSocket()) {
            other.bind(Ports.address(Ports.free()));
            ServerOptions options = ServerOptions.defaults().withPort(other.getLocalPort());
            assertThatThrownBy(() -> RedisServer.start(options)).hasMessageContaining("found its port taken");
        }
    }

    @Test
    void anotherRedisOnThePortIsNotTakenForOurs() {
        try (RedisServer other = RedisServer.start()) {
            ServerOptions options = ServerOptions.defaults().withPort(other.port());
            assertThatThrownBy(() -> RedisServer.start(options)).hasMessageContaining("found its port taken");
        }
    }

    @Test
    void killedServerComesBackEmptyOnItsPort() {
        try (RedisServer server = RedisServer.start()) {
            int port = server.port();
            long pid = server.pid();
            server.command("SET", "k", "v");
            server.kill();
            assertThat(ProcessHandle.of(pid)).isEmpty();
            assertThatThrownBy(() -> server.command("PING")).isInstanceOf(UncheckedIOException.class);
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.pid()).isNotEqualTo(pid);
            assertThat(server.keys()).isEmpty();
        }
    }

    @Test
    void persistedDataSurviveKill() {
        ServerOptions options = ServerOptions.defaults().withPersistence(temp.resolve("some \"data\""));
        try (RedisServer server = RedisServer.start(options)) {
            server.command("SET", "k", "v");
            server.kill();
            server.restart();
            assertThat(server.command("GET", "k")).isEqualTo("v");
        }
    }

    @Test
    void persistedDataSurviveCloseOfAPausedServer() {
        ServerOptions options = ServerOptions.defaults().withPersistence(temp);
        RedisServer server = RedisServer.start(options);
        server.command("SET", "k", "v");
        server.pause();
        server.close();
        server.restart();
        Object value = server.command("GET", "k");
        server.close();
        assertThat(value).isEqualTo("v");
    }

    @Test
    void pausedServerAnswersAfterResume() throws Exception {
        try (RedisServer server = RedisServer.start();
                Socket client = new Socket(Ports.address(server.port()).getAddress(), server.port())) {
            server.pause();
            client.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
            client.setSoTimeout(50);
            assertThatThrownBy(() -> client.getInputStream().read()).hasMessageContaining("timed out");
            server.resume();
            client.setSoTimeout(30_000);
            assertThat(client.getInputStream().readNBytes(7)).asString().isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void closeLeavesNothingButTheBinaryAndAChosenLog() throws Exception {
        Path log = temp.resolve("chosen.log");
        Path folder = temp.resolve("folder");
        RedisServer server =
                RedisServer.start(ServerOptions.defaults().withFolder(folder).withLog(log));
        List<ProcessHandle> processes = Stream.concat(
                        ProcessHandle.of(server.pid()).stream(),
                        ProcessHandle.of(server.pid()).orElseThrow().descendants())
                .toList();
        assertThat(processes).hasSize(2);
        server.close();
        server.close();
        for (ProcessHandle process : processes) {
            process.onExit().get(30, TimeUnit.SECONDS);
        }
        assertThat(log).content().contains("Ready to accept connections");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).singleElement().asString().contains("redis-server-");
        }
    }
}
