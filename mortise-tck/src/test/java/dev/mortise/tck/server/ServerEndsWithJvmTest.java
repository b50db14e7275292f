package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class ServerEndsWithJvmTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void killedJvm() throws Exception {
        try (ChildJvm jvm = ChildJvm.start(StartAndWait.class, folder.toString())) {
            List<ProcessHandle> server = server(jvm);
            Signals.kill(jvm.pid());
            assertGone(server);
        }
    }

    @Test
    void killedJvmWithAPausedServer() throws Exception {
        try (ChildJvm jvm = ChildJvm.start(StartAndWait.class, folder.toString())) {
            List<ProcessHandle> server = server(jvm);
            Signals.stop(server.get(0).pid());
            Signals.kill(jvm.pid());
            assertGone(server);
        }
    }

    @Test
    void jvmThatEndsWithoutClose() throws Exception {
        try (ChildJvm jvm = ChildJvm.start(StartAndWait.class, folder.toString())) {
            List<ProcessHandle> server = server(jvm);
            jvm.writeLine("end");
            jvm.awaitExit();
            assertGone(server);
        }
    }

    @Test
    void controlCLeavesTheServerToShutdownHooks() throws Exception {
        try (ChildJvm jvm = ChildJvm.start(StartAndWait.class, folder.toString())) {
            List<ProcessHandle> server = server(jvm);
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -INT -$0", Long.toString(jvm.pid())).start();
            assertThat(kill.waitFor()).isZero();
            // Where this JVM was started with SIGINT ignored, so was the other one.
            Signals.send("TERM", jvm.pid());
            assertThat(jvm.readLine()).isEqualTo("hook: PONG");
            jvm.awaitExit();
            assertGone(server);
        }
    }

    private static List<ProcessHandle> server(ChildJvm jvm) throws IOException {
        ProcessHandle server = ProcessHandle.of(Long.parseLong(jvm.readLine())).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(server), server.descendants()).toList();
        assertThat(all).as("server and watcher").hasSize(2);
        return all;
    }

    private void assertGone(List<ProcessHandle> processes) {
        Eventually.within(SOON, processes + " end", () -> processes.stream().noneMatch(ServerEndsWithJvmTest::runs));
        Eventually.within(SOON, "scratch folder deleted", () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.noneMatch(Files::isDirectory);
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** A zombie that a container's first process does not collect has ended. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    static final class StartAndWait {
        public static void main(String[] args) throws IOException {
            RedisServer server = RedisServer.start(ServerOptions.defaults().withFolder(Path.of(args[0])));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                long start = System.nanoTime();
                Object answer = server.command("PING");
                // A Redis that got SIGINT ends at its next tick, within 100 ms.
                while (System.nanoTime() - start < Duration.ofMillis(300).toNanos()) {
                    answer = server.command("PING");
                }
                System.out.println("hook: " + answer);
            }));
            System.out.println(server.pid());
            System.in.read();
            System.exit(0);
        }
    }
}
