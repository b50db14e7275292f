package dev.mortise.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts one server, as often as asked: its port, its configuration, its scratch folder, and when it is ready. */
final class ServerLaunch {
    private static final long READY_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final Duration PING_TIMEOUT = Duration.ofMillis(300);
    private static final Pattern PORT_TAKEN =
            Pattern.compile("address already in use|failed listening", Pattern.CASE_INSENSITIVE);

    private final RedisBinary binary;
    private final ServerOptions options;
    private final int port;
    private final int tlsPort;
    private @Nullable Path scratch;

    ServerLaunch(RedisBinary binary, ServerOptions options, int port) {
        Ports.checkAllowed();
        this.binary = binary;
        this.options = options;
        this.port = port;
        this.tlsPort = options.hasTls() ? Ports.free() : 0;
    }

    RedisBinary binary() {
        return binary;
    }

    int port() {
        return port;
    }

    /** 0 if it speaks no TLS. */
    int tlsPort() {
        return tlsPort;
    }

    boolean persists() {
        return options.persistence() != null;
    }

    RespConnection connect(Duration timeout) throws IOException {
        return new RespConnection(port, timeout, options.password());
    }

    ServerProcess run() {
        try {
            Path folder = scratch();
            Path config = Files.write(folder.resolve("redis.conf"), config(folder));
            Path log = options.log() == null ? folder.resolve("redis.log") : options.log();
            List<String> command = new ArrayList<>(List.of(binary.path().toString(), config.toString()));
            if (options.config().stream().anyMatch(line -> line.startsWith("sentinel "))) {
                command.add("--sentinel");
            }
            ServerProcess process = ServerProcess.start(command, folder, log);
            awaitReady(process);
            return process;
        } catch (IOException e) {
            deleteScratch();
            throw new UncheckedIOException("cannot start " + binary.describe(), e);
        } catch (RuntimeException e) {
            deleteScratch();
            throw e;
        }
    }

    private List<String> config(Path folder) throws IOException {
        Path data = options.persistence() == null ? folder : Files.createDirectories(options.persistence());
        List<String> lines = new ArrayList<>(List.of(
                "bind " + Ports.LOOPBACK,
                "port " + port,
                "daemonize no",
                "dir " + quoted(data.toAbsolutePath()),
                "save \"\"",
                "appendonly " + (persists() ? "yes" : "no")));
        if (options.hasTls()) {
            lines.add("tls-port " + tlsPort);
        }
        lines.addAll(options.config());
        return lines;
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void awaitReady(ServerProcess process) {
        long start = System.nanoTime();
        while (process.isAlive()) {
            if (answers(process)) {
                return;
            }
            if (System.nanoTime() - start > READY_TIMEOUT_NANOS) {
                process.kill();
                throw new IllegalStateException(failure("did not answer PING in time", process));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        if (PORT_TAKEN.matcher(process.logTail()).find()) {
            throw new PortTakenException(failure("found its port taken", process));
        }
        throw new IllegalStateException(failure("ended at its start", process));
    }

    /** Whoever took the port first may be a Redis too and answer in place of a process that is about to fail. */
    private boolean answers(ServerProcess process) {
        try (RespConnection connection = new RespConnection(port, PING_TIMEOUT, options.password())) {
            connection.call("PING");
            String info = String.valueOf(connection.call("INFO", "server"));
            return info.contains("process_id:" + process.pid() + "\r\n");
        } catch (RedisServer.ErrorReply reply) {
            return !reply.code().equals("LOADING");
        } catch (IOException notYet) {
            return false;
        }
    }

    private String failure(String what, ServerProcess process) {
        return binary.describe() + " on port " + port + " " + what + ". The end of its log:\n" + process.logTail();
    }

    private Path scratch() throws IOException {
        if (scratch == null) {
            scratch = newScratch(options.folder());
        }
        return scratch;
    }

    private static Path newScratch(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
            return Files.createTempDirectory(folder, "server-").toAbsolutePath();
        } catch (IOException unwritable) {
            return Files.createTempDirectory("mortise-redis-server-").toAbsolutePath();
        }
    }

    void deleteScratch() {
        if (scratch == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException | UncheckedIOException gone) {
            // The server's watcher deletes it too when it is first.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + scratch, e);
        }
        scratch = null;
    }

    /** Somebody else listens on the port. */
    static final class PortTakenException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        PortTakenException(String message) {
            super(message);
        }
    }
}
