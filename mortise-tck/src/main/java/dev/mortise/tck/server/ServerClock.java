package dev.mortise.tck.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The wall clock of a server, which a test sets ahead or back while the server runs. Needs a C compiler ({@code cc}) and a
 * server that is dynamically linked, such as Debian's: {@code MORTISE_DYNAMIC_REDIS_SERVER} (a path), else one on the PATH. The
 * bundled one is static.
 */
public final class ServerClock {

    static final String VARIABLE = "MORTISE_DYNAMIC_REDIS_SERVER";

    /** Debian's redis-tools has the server too, under the name of another of its programs; it goes by its name. */
    private static final String OTHER_NAME = "redis-check-rdb";

    private static final Duration PROBE = Duration.ofHours(1);
    private static final long COMPILER_SECONDS = 60;

    private final Path folder;
    private final Path library;
    private final Path server;
    private final Path file;
    private final RedisBinary binary;

    private ServerClock(Path folder, Path library, Path server, int number) {
        this.folder = folder;
        this.library = library;
        this.server = server;
        this.file = folder.resolve("clock-" + number);
        this.binary = new RedisBinary(script(number), "Redis", "of " + server, VARIABLE, List.of());
        ahead(Duration.ZERO);
    }

    /**
     * A clock for servers, at first the right one.
     *
     * @param folder for the shim and the clock, empty
     * @throws UnavailableException when there is no compiler or no server for it here, with the reason, which is printed as
     *     well: whoever leaves tests out for it does not do so silently
     */
    public static ServerClock in(Path folder) throws UnavailableException {
        try {
            return made(folder);
        } catch (UnavailableException e) {
            System.err.println("mortise-tck: tests that set a server's clock are skipped: " + e.getMessage());
            throw e;
        }
    }

    private static ServerClock made(Path folder) throws UnavailableException {
        Path server = server(System.getenv())
                .orElseThrow(() -> new UnavailableException(
                        "no dynamically linked redis-server: set " + VARIABLE + ", or install redis-tools"));
        try {
            Path named = server.endsWith(OTHER_NAME)
                    ? Files.createSymbolicLink(folder.resolve("redis-server"), server)
                    : server;
            ServerClock clock = new ServerClock(folder, compiled(folder), named, 0);
            clock.probe();
            return clock;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** So many clocks, each for servers of its own; this is the first of them. */
    public List<ServerClock> apart(int count) {
        return Stream.concat(
                        Stream.of(this),
                        IntStream.range(1, count).mapToObj(number -> new ServerClock(folder, library, server, number)))
                .toList();
    }

    /** A server that goes by this clock. */
    public RedisServer start(ServerOptions options) {
        return RedisServer.start(binary, options);
    }

    /** From now on it is that much ahead of the right time; negative for behind. */
    public void ahead(Duration time) {
        try {
            // one write of one length: whoever reads meanwhile sees the old or the new
            byte[] text = String.format("%020d\n", TimeUnit.NANOSECONDS.toMicros(time.toNanos()))
                    .getBytes(StandardCharsets.US_ASCII);
            Files.write(file, text, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server with this clock. */
    private Path script(int number) {
        Path script = folder.resolve("redis-server-with-clock-" + number);
        try {
            Files.writeString(
                    script,
                    "#!/bin/sh\nMORTISE_CLOCK='" + file + "' LD_PRELOAD='" + library + "' exec '" + server
                            + "' \"$@\"\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!script.toFile().setExecutable(true)) {
            throw new IllegalStateException(script + " cannot be made executable");
        }
        return script;
    }

    private void probe() throws UnavailableException {
        ahead(PROBE);
        try (RedisServer server = start(ServerOptions.defaults())) {
            List<?> time = (List<?>) Objects.requireNonNull(server.command("TIME"));
            long ahead =
                    Long.parseLong((String) time.get(0)) - TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
            if (Math.abs(ahead - PROBE.toSeconds()) > PROBE.toSeconds() / 2) {
                throw new UnavailableException(binary.version() + " does not go by the shim: it is linked statically");
            }
        }
        ahead(Duration.ZERO);
    }

    private static Path compiled(Path folder) throws IOException, UnavailableException {
        Path source = folder.resolve("clock-shim.c");
        try (InputStream in = ServerClock.class.getResourceAsStream("clock-shim.c")) {
            Files.copy(Objects.requireNonNull(in, "the shim is missing from the jar"), source);
        }
        Path library = folder.resolve("clock-shim.so");
        if (BinarySearch.onPath("cc", System.getenv()).isEmpty()) {
            throw new UnavailableException("no C compiler: cc is not on the PATH");
        }
        Process compiler = new ProcessBuilder(
                        "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = compiler.onExit()
                .orTimeout(COMPILER_SECONDS, TimeUnit.SECONDS)
                .join()
                .exitValue();
        if (exit != 0) {
            throw new UnavailableException("cc cannot compile the shim: " + output.strip());
        }
        return library;
    }

    private static Optional<Path> server(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        return named.isEmpty()
                ? Stream.of("redis-server", "valkey-server", OTHER_NAME)
                        .flatMap(program -> BinarySearch.onPath(program, environment).stream())
                        .findFirst()
                : Optional.of(Path.of(named).toAbsolutePath());
    }

    /** Why there can be no such clock here. */
    public static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnavailableException(String message) {
            super(message);
        }
    }
}
