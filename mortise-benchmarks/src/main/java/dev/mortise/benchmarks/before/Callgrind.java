package dev.mortise.benchmarks.before;

import dev.mortise.tck.server.RedisBinary;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A Redis server under callgrind, which counts its instructions. */
final class Callgrind {

    private static final String VALGRIND = "valgrind";
    private static final String CONTROL = "callgrind_control";
    private static final String TOTALS = "totals:";

    private final Scratch scratch;
    private final Path folder;
    private final RedisServer server;
    private int dumps;

    private Callgrind(Scratch scratch, Path folder, RedisServer server) {
        this.scratch = scratch;
        this.folder = folder;
        this.server = server;
    }

    /** Whether the programs of Valgrind are on the path. */
    static boolean isInstalled() {
        return List.of(VALGRIND, CONTROL).stream().allMatch(Callgrind::isOnPath);
    }

    private static boolean isOnPath(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    /** Starts the server that {@link RedisServer} would start, behind a script that runs it under callgrind. */
    static Callgrind start(Scratch scratch) {
        Path folder = scratch.subfolder("callgrind");
        RedisBinary binary = RedisBinary.find(ServerOptions.defaultFolder());
        Path script = folder.resolve("redis-server");
        try {
            Files.writeString(script, """
                    #!/bin/sh
                    exec %s --tool=callgrind --quiet --vgdb-prefix='%s' --callgrind-out-file='%s' '%s' "$@"
                    """.formatted(VALGRIND, prefix(folder), folder.resolve("out"), binary.path()));
            if (!script.toFile().setExecutable(true)) {
                throw new CannotCompareException("cannot make " + script + " executable");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + script, e);
        }
        RedisBinary slow = new RedisBinary(script, binary.product(), binary.version(), VALGRIND, List.of());
        return new Callgrind(scratch, folder, RedisServer.start(slow, ServerOptions.defaults()));
    }

    private static Path prefix(Path folder) {
        return folder.resolve("vgdb");
    }

    RedisServer server() {
        return server;
    }

    /** The instructions since the last call, or since the start. */
    long counted() throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        CONTROL, "--vgdb-prefix=" + prefix(folder), "--dump", Long.toString(server.pid()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("control.log").toFile());
        try {
            Process process = scratch.start(builder);
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new CannotCompareException(CONTROL + " failed: "
                        + Files.readString(folder.resolve("control.log")).strip());
            }
            dumps++;
            Path dump = folder.resolve("out." + dumps);
            long counted = totals(Files.readAllLines(dump));
            Files.delete(dump);
            return counted;
        } catch (IOException e) {
            throw new CannotCompareException("cannot read what callgrind has counted: " + e.getMessage());
        }
    }

    static long totals(List<String> dump) {
        return dump.stream()
                .filter(line -> line.startsWith(TOTALS))
                .mapToLong(
                        line -> Long.parseLong(line.substring(TOTALS.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new CannotCompareException("callgrind has counted nothing"));
    }
}
