package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Message;
import dev.mortise.benchmarks.worker.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link Worker} in a process of its own. */
final class WorkerProcess implements AutoCloseable {

    /** How long to wait for something that should come at once. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String END = "(end)";

    private final String name;
    private final Process process;
    private final Writer orders;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    static WorkerProcess start(Entrant entrant, int number, Ground ground) {
        String name = entrant.title() + ", process " + number;
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .redirectErrorStream(true);
        builder.command().addAll(WorkerOptions.JVM);
        builder.command().addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        builder.command().add(entrant.name());
        builder.environment().put(Worker.REDIS, ground.server().uri());
        builder.environment().put(Worker.PAGE, ground.pageFile().toString());
        builder.environment().put(Worker.NUMBER, Integer.toString(number));
        try {
            WorkerProcess worker = new WorkerProcess(name, builder.start());
            Thread reader = new Thread(worker::read, name);
            reader.setDaemon(true);
            reader.start();
            return worker;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    void tell(Message order) {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new WorkerFailedException(name + " does not listen any more: " + e.getMessage());
        }
    }

    /** The next thing it says. */
    Message hear(Duration patience) throws InterruptedException {
        String line = lines.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (line == null) {
            throw new WorkerFailedException(name + " said nothing for " + patience.toSeconds() + " s");
        }
        if (line.equals(END)) {
            throw new WorkerFailedException(name + " ended too early; see its output above");
        }
        return Message.parse(line);
    }

    void await(String word) throws InterruptedException {
        Message heard = hear(PATIENCE);
        if (!heard.word().equals(word)) {
            throw new WorkerFailedException(name + " said '" + heard + "' instead of '" + word + "'");
        }
    }

    /** Lets it end by itself for a moment, since a kill leaves a library's keys behind. */
    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(Message.MARK)) {
                    lines.add(line.substring(Message.MARK.length()));
                } else {
                    System.err.println("[" + name + "] " + line);
                }
            }
        } catch (IOException killed) {
            // the same as the end of the stream
        }
        lines.add(END);
    }
}
