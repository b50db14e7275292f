package dev.mortise.tck.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A running server that ends with this JVM, however the JVM ends.
 *
 * <p>The process is a shell that forks a watcher and then becomes the server, so its pid and exit are the server's. The
 * watcher reads a pipe from this JVM. The pipe ends when the JVM has ended, after its shutdown hooks and also by
 * SIGKILL, and when the server has ended; in the second case the server is no longer the watcher's parent, and its pid,
 * which may be somebody else's by now, is left alone. Both run outside the JVM's process group: Ctrl-C in a terminal
 * reaches the JVM alone, and its shutdown hooks still have a server.
 */
final class ServerProcess {
    private static final String LAUNCH = """
            exec 3<&0 </dev/null
            (
              trap '' HUP INT TERM
              exec >/dev/null 2>&1
              while read -r line <&3; do :; done
              exec /bin/sh -c "$0" $$ "$1"
            ) &
            shift
            exec "$@" 3<&-
            """;

    private static final String END = """
            [ "$PPID" = "$0" ] || exit 0
            kill -TERM "$0"
            kill -CONT "$0"
            tries=0
            while [ $tries -lt 10 ] && kill -0 "$0"; do
              sleep 0.1
              tries=$((tries + 1))
            done
            kill -KILL "$0"
            rm -rf "$1"
            """;

    private static final long GRACE_SECONDS = 20;

    private final Process process;
    private final Path log;
    private final long logStart;

    private ServerProcess(Process process, Path log, long logStart) {
        this.process = process;
        this.log = log;
        this.logStart = logStart;
    }

    /**
     * Starts a command.
     *
     * @param scratch a folder that is deleted with the server when the JVM ends first
     */
    static ServerProcess start(List<String> server, Path scratch, Path log) throws IOException {
        List<String> command = new ArrayList<>(detached(System.getenv()));
        command.addAll(List.of("/bin/sh", "-c", LAUNCH, END, scratch.toString()));
        command.addAll(server);
        long logStart = Files.exists(log) ? Files.size(log) : 0;
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new ServerProcess(process, log, logStart);
    }

    /** What puts a command into a process group of its own; macOS has no setsid but has Perl. */
    static List<String> detached(Map<String, String> environment) {
        if (BinarySearch.onPath("setsid", environment).isPresent()) {
            return List.of("setsid");
        }
        return BinarySearch.onPath("perl", environment).isPresent()
                ? List.of("perl", "-e", "setpgrp(0, 0); exec { $ARGV[0] } @ARGV")
                : List.of();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGTERM, also to a paused server, and SIGKILL if it takes too long to save. */
    void terminate() {
        if (process.isAlive()) {
            process.toHandle().destroy(); // Process.destroy() would end the watcher's pipe before the server has ended
            try {
                Signals.resume(process.pid());
                process.onExit().orTimeout(GRACE_SECONDS, TimeUnit.SECONDS).join();
            } catch (CompletionException | IllegalStateException slowOrGone) {
                // kill() settles both.
            }
        }
        kill();
    }

    /** Not by the process itself, which would end the pipe at once, and the watcher would take that for the JVM's end. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** The last lines of this run, not of one before it that has the same log. */
    String logTail() {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(logStart);
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException e) {
            return "(its log " + log + " cannot be read: " + e + ")";
        }
    }
}
