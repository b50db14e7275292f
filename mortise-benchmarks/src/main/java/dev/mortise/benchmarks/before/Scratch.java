package dev.mortise.benchmarks.before;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The temporary folder of a run and its processes. Both end with the run, and with this JVM if that ends first. */
final class Scratch implements AutoCloseable {

    private static final int TRIES = 20;

    private final Path folder;
    private final Set<Process> processes = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::endWithTheJvm, "bench-scratch");
    private volatile boolean ended;
    private volatile boolean isJvmEnding;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    static Scratch open() {
        try {
            Scratch scratch = new Scratch(Files.createTempDirectory("mortise-before-"));
            Runtime.getRuntime().addShutdownHook(scratch.hook);
            return scratch;
        } catch (IOException e) {
            throw new CannotCompareException("cannot make a temporary folder: " + e.getMessage());
        }
    }

    Path folder() {
        return folder;
    }

    Path subfolder(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder.resolve(name), e);
        }
    }

    /** Starts a process that does not outlive this. */
    Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        processes.removeIf(earlier -> !earlier.isAlive());
        processes.add(process);
        if (ended) {
            kill(process);
        }
        return process;
    }

    /** Whether this JVM is ending, for example after Ctrl-C. */
    boolean isJvmEnding() {
        return isJvmEnding;
    }

    private void endWithTheJvm() {
        isJvmEnding = true;
        clear();
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook finds nothing to do.
        }
    }

    private void clear() {
        ended = true;
        processes.forEach(Scratch::kill);
        for (int i = 0; i < TRIES && !delete(folder); i++) {
            processes.forEach(Scratch::kill);
        }
    }

    private static void kill(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle handle : all) {
            handle.onExit().completeOnTimeout(handle, 5, TimeUnit.SECONDS).join();
        }
    }

    /** Whether nothing is left of it. */
    static boolean delete(Path folder) {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException busy) {
            return false;
        }
    }
}
