package dev.mortise.tck.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One search for a {@link RedisBinary}: tries each candidate in turn and remembers why it was not taken. */
final class BinarySearch {
    static final String VARIABLE = "MORTISE_REDIS_SERVER";

    private static final Pattern VERSION = Pattern.compile("(\\w+) server v=((\\d+)\\.(\\d+)[\\w.-]*)");
    private static final long ANSWER_SECONDS = 60;

    private final Map<String, String> environment;
    private final Path folder;
    private final Optional<BundledBinary> bundled;
    private final List<String> skipped = new ArrayList<>();

    BinarySearch(Map<String, String> environment, Path folder) {
        this(environment, folder, BundledBinary.forThisMachine());
    }

    BinarySearch(Map<String, String> environment, Path folder, Optional<BundledBinary> bundled) {
        this.environment = environment;
        this.folder = folder;
        this.bundled = bundled;
    }

    RedisBinary run() {
        return named().or(this::unpacked).or(this::installed).orElseThrow(this::nothingWorks);
    }

    private Optional<RedisBinary> named() {
        String path = environment.getOrDefault(VARIABLE, "");
        return path.isEmpty() ? Optional.empty() : tried(VARIABLE, Path.of(path).toAbsolutePath());
    }

    private Optional<RedisBinary> unpacked() {
        return bundled.flatMap(
                binary -> unpacked(() -> binary.unpack(folder)).or(() -> unpacked(() -> temporarily(binary))));
    }

    private Optional<RedisBinary> unpacked(Unpacking unpacking) {
        try {
            return tried(BundledBinary.ARTIFACT, unpacking.run());
        } catch (IOException e) {
            skipped.add(BundledBinary.ARTIFACT + ": cannot be unpacked (" + e + ")");
            return Optional.empty();
        }
    }

    private Optional<RedisBinary> installed() {
        return onPath("redis-server", environment).flatMap(path -> tried("PATH", path));
    }

    private Optional<RedisBinary> tried(String origin, Path path) {
        try {
            String output = versionOf(path);
            Matcher version = VERSION.matcher(output);
            if (!version.find()) {
                return skip(origin, path, "--version answered \"" + output.strip() + "\"");
            }
            int major = Integer.parseInt(version.group(3));
            if (major < 6 || (major == 6 && Integer.parseInt(version.group(4)) < 2)) {
                return skip(origin, path, "is version " + version.group(2) + ", 6.2 or later is needed");
            }
            return Optional.of(new RedisBinary(path, version.group(1), version.group(2), origin, skipped));
        } catch (IOException e) {
            return skip(origin, path, "cannot be executed (" + e.getMessage() + ")");
        }
    }

    private Optional<RedisBinary> skip(String origin, Path path, String reason) {
        skipped.add(origin + " (" + path + "): " + reason);
        return Optional.empty();
    }

    private IllegalStateException nothingWorks() {
        List<String> tried = new ArrayList<>(skipped);
        if (environment.getOrDefault(VARIABLE, "").isEmpty()) {
            tried.add(VARIABLE + ": not set");
        }
        if (bundled.isEmpty()) {
            tried.add(BundledBinary.ARTIFACT + ": not on the class path, or has no binary for "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        }
        if (onPath("redis-server", environment).isEmpty()) {
            tried.add("PATH: no redis-server");
        }
        return new IllegalStateException("No redis-server that works here. Tried:\n  - " + String.join("\n  - ", tried)
                + "\nDo one of: set " + VARIABLE + " to the path of a redis-server or valkey-server, 6.2 or later; add "
                + BundledBinary.ARTIFACT + " to the class path (Linux and macOS); install redis-server on the PATH.");
    }

    static Optional<Path> onPath(String program, Map<String, String> environment) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(environment.getOrDefault("PATH", ""))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry, program).toAbsolutePath())
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst();
    }

    private static String versionOf(Path path) throws IOException {
        Process process = executed(path);
        try {
            process.onExit().orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (CompletionException e) {
            throw new IOException("--version gave no answer in " + ANSWER_SECONDS + " s", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * A process that another thread is just starting may, until its own exec, have inherited the descriptor through
     * which the binary was written; executing it then fails with ETXTBSY for a moment.
     */
    private static Process executed(Path path) throws IOException {
        for (int attempt = 0; ; attempt++) {
            try {
                return new ProcessBuilder(path.toString(), "--version")
                        .redirectErrorStream(true)
                        .start();
            } catch (IOException e) {
                if (attempt == 50 || !String.valueOf(e.getMessage()).contains("error=26")) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    /** In a new folder, private to this user: one of a known name could have been prepared by somebody else. */
    private static Path temporarily(BundledBinary binary) throws IOException {
        Path folder = Files.createTempDirectory("mortise-redis-");
        folder.toFile().deleteOnExit();
        Path path = binary.unpack(folder);
        path.toFile().deleteOnExit();
        return path;
    }

    private interface Unpacking {
        Path run() throws IOException;
    }
}
