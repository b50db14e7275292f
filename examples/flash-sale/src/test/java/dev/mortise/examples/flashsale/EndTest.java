package dev.mortise.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo as a process of its own that is ended from outside. */
@Timeout(180)
@Tag("servers")
class EndTest {

    @Test
    void killedWhileAHolderIsStoppedNoProcessIsLeft() throws IOException {
        try (RedisServer server = RedisServer.start()) {
            Process demo = demo(server, "--stock", "1");
            List<ProcessHandle> children = childrenOnceItSays(demo, "B asks for the lock");
            assertThat(children).hasSizeGreaterThanOrEqualTo(2);

            Signals.kill(demo.pid());

            awaitEnd(children);
        }
    }

    @Test
    void interruptedNoProcessAndNoKeyIsLeft() throws IOException {
        try (RedisServer server = RedisServer.start()) {
            Process demo = demo(server, "--stock", "10000");
            List<ProcessHandle> children = childrenOnceItSays(demo, "left");
            assertThat(children).hasSizeGreaterThanOrEqualTo(2);
            assertThat(server.keys()).isNotEmpty();

            demo.destroy();

            awaitEnd(List.of(demo.toHandle()));
            awaitEnd(children);
            assertThat(server.keys()).isEmpty();
        }
    }

    private static Process demo(RedisServer server, String... options) throws IOException {
        Stream<String> command = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FlashSale.class.getName(),
                "--redis",
                server.uri(),
                "--processes",
                "2");
        return new ProcessBuilder(Stream.concat(command, Stream.of(options)).toList())
                .redirectErrorStream(true)
                .start();
    }

    private static List<ProcessHandle> childrenOnceItSays(Process demo, String text) throws IOException {
        BufferedReader out = demo.inputReader();
        String line = out.readLine();
        while (line != null && !line.contains(text)) {
            line = out.readLine();
        }
        assertThat(line).as("the line with '%s'", text).isNotNull();
        return demo.descendants().toList();
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        try {
            CompletableFuture.allOf(
                            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        } finally {
            processes.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
