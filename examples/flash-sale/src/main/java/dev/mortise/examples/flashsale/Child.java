package dev.mortise.examples.flashsale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process of the demo: this program again, with a task. Its other side is {@link Parent}. */
final class Child implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String END = "(end)";
    /** Ctrl-C in a terminal is for the demo, which then ends its processes. */
    private static final String WITHOUT_INTERRUPT = "trap '' INT; exec \"$0\" \"$@\"";

    private final String name;
    private final Process process;
    private final Writer orders;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Child start(String name, String redisUri, List<String> task, Consumer<String> log) {
        List<String> command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                WITHOUT_INTERRUPT,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FlashSale.class.getName()));
        command.addAll(task);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(Parent.REDIS, redisUri);
        try {
            Child child = new Child(name, builder.start());
            Thread reader = new Thread(() -> child.read(log), name);
            reader.setDaemon(true);
            reader.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start process " + name, e);
        }
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    void tell(String line) {
        try {
            orders.write(line + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("process " + name + " does not listen any more", e);
        }
    }

    /** The next line it says, or null when it says nothing for that long. */
    @Nullable
    String hear(Duration wait) {
        try {
            String line = lines.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
            if (END.equals(line)) {
                throw new IllegalStateException("process " + name + " ended too early");
            }
            return line;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while listening to process " + name, e);
        }
    }

    /** The next line it says. */
    String hear() {
        String line = hear(PATIENCE);
        if (line == null) {
            throw new IllegalStateException("process " + name + " said nothing for " + PATIENCE.toSeconds() + " s");
        }
        return line;
    }

    void await(String line) {
        String heard = hear();
        if (!heard.equals(line)) {
            throw new IllegalStateException("process " + name + " said '" + heard + "' instead of '" + line + "'");
        }
    }

    /** Waits for it to end by itself. */
    void awaitEnd() {
        try {
            process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new IllegalStateException(
                    "process " + name + " has not ended after " + PATIENCE.toSeconds() + " s", e);
        }
    }

    /** Ends it, stopped or not; returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    private void read(Consumer<String> log) {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(Parent.MARK)) {
                    lines.add(line.substring(Parent.MARK.length()));
                } else {
                    log.accept(line);
                }
            }
        } catch (IOException killed) {
            // the same as the end of the stream
        }
        lines.add(END);
    }
}
