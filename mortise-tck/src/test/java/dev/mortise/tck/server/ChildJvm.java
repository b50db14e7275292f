package dev.mortise.tck.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another JVM with the class path of this one, that talks in lines. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Runs a main class in a process group of its own, so that signals to the group spare this JVM. */
    static ChildJvm start(Class<?> main, String... args) throws Exception {
        List<String> command = new ArrayList<>(ServerProcess.detached(System.getenv()));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        command.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-cp", classPath(), main.getName()));
        command.addAll(List.of(args));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private static String classPath() throws Exception {
        // On the module path the test classes are a patch, and named by no property.
        Path testClasses = Path.of(ChildJvm.class.getResource("/").toURI());
        return Stream.of(System.getProperty("java.class.path"), System.getProperty("jdk.module.path"), testClasses)
                .filter(entry -> entry != null)
                .map(Object::toString)
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
    }

    long pid() {
        return process.pid();
    }

    String readLine() throws IOException {
        return output.readLine();
    }

    void writeLine(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    void awaitExit() {
        process.onExit().join();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
