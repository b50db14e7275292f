package dev.mortise.tck.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server binary that executes here and is recent enough. Found in this order: the path in the environment variable
 * {@code MORTISE_REDIS_SERVER}, the binary inside {@code org.signal:embedded-redis} on the class path, {@code
 * redis-server} on the {@code PATH}. The choice is printed to {@code System.err} once per JVM.
 *
 * @param path the executable
 * @param product what it calls itself, for example {@code Redis} or {@code Valkey}
 * @param version its version, for example {@code 7.0.15}
 * @param origin where it was found
 * @param skipped candidates that came before it, each with the reason why it was not taken
 */
public record RedisBinary(Path path, String product, String version, String origin, List<String> skipped) {
    private static final Map<Path, RedisBinary> FOUND = new ConcurrentHashMap<>();
    private static final AtomicBoolean PRINTED = new AtomicBoolean();

    public RedisBinary {
        skipped = List.copyOf(skipped);
    }

    /**
     * Finds a binary, unpacking the bundled one under {@code folder}, or under {@code java.io.tmpdir} where it cannot
     * be written to or executed in that folder. Safe when several JVMs do so at once.
     *
     * @throws IllegalStateException when nothing works; the message lists what was tried and what to do
     */
    public static RedisBinary find(Path folder) {
        RedisBinary binary = FOUND.compute(
                folder.toAbsolutePath().normalize(),
                (place, known) -> known != null && Files.isExecutable(known.path)
                        ? known
                        : new BinarySearch(System.getenv(), place).run());
        if (PRINTED.compareAndSet(false, true)) {
            System.err.println("mortise-tck: " + binary.describe());
        }
        return binary;
    }

    /** The choice as one line: product, version, origin, path, and what was skipped and why. */
    public String describe() {
        String choice = product + " " + version + " from " + origin + " (" + path + ")";
        return skipped.isEmpty() ? choice : choice + "; skipped " + String.join("; skipped ", skipped);
    }
}
