package dev.mortise.benchmarks.before;

import dev.mortise.benchmarks.run.WorkerFailedException;
import dev.mortise.benchmarks.run.WorkerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@code PairWorker} in a process of its own. */
final class RivalProcess {

    /** How many lines of its error output a failure shows. */
    private static final int LINES = 12;

    private static final long SECONDS_TO_END = 10;
    private static final String END = "(end)";

    private final String name;
    private final Path errors;
    private final Process process;
    private final Writer orders;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private RivalProcess(String name, Path errors, Process process) {
        this.name = name;
        this.errors = errors;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process; it answers {@code connected} later.
     *
     * @param arguments of {@code PairWorker}
     */
    static RivalProcess start(String name, Library library, Scratch scratch, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(WorkerOptions.JVM);
        // Without it, a process that is killed leaves a file in the temporary folder.
        command.add("-XX:-UsePerfData");
        command.addAll(List.of("-cp", library.option(), WorkerCompiler.WORKER));
        command.addAll(arguments);
        Path errors = scratch.folder().resolve(name.replace(' ', '-') + ".err");
        try {
            Process process = scratch.start(new ProcessBuilder(command).redirectError(errors.toFile()));
            RivalProcess rival = new RivalProcess(name, errors, process);
            Thread reader = new Thread(rival::read, name);
            reader.setDaemon(true);
            reader.start();
            return rival;
        } catch (IOException e) {
            throw new CannotCompareException("cannot start " + name + ": " + e.getMessage());
        }
    }

    void tell(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw failure("no longer reads its orders");
        }
    }

    /** Waits for an answer that begins with a word. */
    String await(String word, long millis) throws InterruptedException {
        String answer = answers.poll(millis, TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw failure("said nothing for " + millis / 1000 + " s");
        }
        if (answer.equals(END)) {
            throw failure("ended too early");
        }
        if (!answer.startsWith(word)) {
            throw failure("answered '" + answer + "' instead of '" + word + "'");
        }
        return answer;
    }

    private WorkerFailedException failure(String what) {
        try {
            List<String> lines = Files.readAllLines(errors);
            List<String> shown = lines.subList(0, Math.min(lines.size(), LINES));
            return new WorkerFailedException(
                    "process '" + name + "' " + what + (shown.isEmpty() ? "" : ":\n  " + String.join("\n  ", shown)));
        } catch (IOException e) {
            return new WorkerFailedException("process '" + name + "' " + what);
        }
    }

    /** Lets the process end; {@link #awaitEnd} waits for that. */
    void end() {
        try {
            orders.close();
        } catch (IOException gone) {
            process.destroyForcibly();
        }
    }

    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.add(Objects.requireNonNull(line));
            }
        } catch (IOException killed) {
            // The same as the end of the stream.
        }
        answers.add(END);
    }
}
