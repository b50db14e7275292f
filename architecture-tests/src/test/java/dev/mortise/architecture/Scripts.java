package dev.mortise.architecture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs {@code ./mortise} and {@code ./dev} with a {@code java} and a {@code mvn} that only note that they were started. */
final class Scripts {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A script that takes longer is stuck: most end within a second. Below the time-out of a test, which would not stop it. */
    private static final long LIMIT_SECONDS = 45;

    private final Path root;
    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();

    /**
     * @param root the source tree with the scripts
     * @param folder an empty one for what is needed besides
     */
    Scripts(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
        Path bin = folder.resolve("bin");
        for (String tool : List.of("java", "javac", "mvn")) {
            write(bin.resolve(tool), "#!/bin/sh\necho \"$0\" \"$@\" >>'" + started() + "'\nexit 1\n");
        }
        environment.put("PATH", bin + File.pathSeparator + System.getenv("PATH"));
        environment.put("JAVA_HOME", folder.toString());
        // The user's configuration may sign commits or run hooks.
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
    }

    /** How a script ended, and what it printed. */
    record Ran(int code, String output, String errors) {}

    /** Replaces a program on the path of the scripts. */
    void replace(String program, String shellScript) {
        write(folder.resolve("bin").resolve(program), shellScript);
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    Ran run(String... command) {
        try {
            Path out = folder.resolve("out");
            Path err = folder.resolve("err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(root.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // A hook of git sets them to the repository that it runs in.
            builder.environment().keySet().removeAll(List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"));
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError(String.join(" ", command) + " has not ended within " + LIMIT_SECONDS
                            + " s: " + Files.readString(out) + Files.readString(err));
                }
                return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Whether a {@code java} or {@code mvn} was started. */
    boolean hasBuilt() {
        return Files.exists(started());
    }

    private Path started() {
        return folder.resolve("started");
    }

    /** Writes a file that can be executed. */
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardCharsets.UTF_8);
            if (!file.toFile().setExecutable(true)) {
                throw new IOException(file + " cannot be made executable");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
