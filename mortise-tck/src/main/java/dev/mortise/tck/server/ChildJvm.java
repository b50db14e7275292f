package dev.mortise.tck.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Another JVM with the class path of this one, that talks in lines. Its errors are printed with those of this one. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Runs a main class in a process group of its own, so that signals to the group spare this JVM. */
    public static ChildJvm start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(ServerProcess.detached(System.getenv()));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        command.addAll(List.of(java, "-XX:TieredStopAtLevel=1"));
        String violations = System.getProperty("mortise.violations");
        if (violations != null) {
            command.add("-Dmortise.violations=" + violations);
        }
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).start();
        Thread errors = new Thread(() -> process.errorReader().lines().forEach(System.err::println), main.getName());
        errors.setDaemon(true);
        errors.start();
        return new ChildJvm(process);
    }

    /** On the module path the test classes are a patch, and named by no property. */
    private static String classPath(Class<?> main) {
        try {
            Path home = Path.of(
                    main.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Stream.of(System.getProperty("java.class.path"), System.getProperty("jdk.module.path"), home)
                    .filter(Objects::nonNull)
                    .map(Object::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where is " + main + "?", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** The next line that it prints; null at the end. */
    public @Nullable String readLine() throws IOException {
        return output.readLine();
    }

    /** Gives it a line to read. */
    public void writeLine(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    /** Waits for its end; fails after half a minute. */
    public void awaitExit() {
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Kills it, and waits for that. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
