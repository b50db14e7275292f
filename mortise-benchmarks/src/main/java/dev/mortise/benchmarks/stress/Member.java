package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.worker.Message;
import dev.mortise.tck.server.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** A {@link StressProcess}, as the one that started it sees it. */
final class Member implements AutoCloseable {

    private final int number;
    private final ChildJvm jvm;
    private final Consumer<String> wrong;
    private final Thread reader;
    private volatile Counts counts = new Counts();
    private volatile boolean done;
    private volatile boolean killed;

    /**
     * @param wrong is told what must not be
     */
    Member(int number, String uri, long seed, int threads, Consumer<String> wrong) {
        this.number = number;
        this.wrong = wrong;
        try {
            this.jvm = ChildJvm.start(
                    StressProcess.class, uri, Integer.toString(number), Long.toString(seed), Integer.toString(threads));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start process " + number, e);
        }
        this.reader = new Thread(this::read, "process " + number);
        reader.setDaemon(true);
        reader.start();
    }

    int number() {
        return number;
    }

    /** The last it said. */
    Counts counts() {
        return counts;
    }

    boolean isKilled() {
        return killed;
    }

    /** kill -9. */
    void kill() {
        killed = true;
        jvm.close();
    }

    void tellToEnd() {
        try {
            jvm.writeLine(StressProcess.END);
        } catch (IOException e) {
            wrong.accept("process " + number + " does not listen");
        }
    }

    /** Whether it has said all it had to say. */
    boolean isSilent() {
        return !reader.isAlive();
    }

    @Override
    public void close() {
        jvm.close();
    }

    private void read() {
        try {
            for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
                hear(line);
            }
        } catch (IOException closed) {
            // the same as the end of what it says
        }
        if (!done && !killed) {
            wrong.accept("process " + number + " ended by itself");
        }
    }

    private void hear(String line) {
        if (line.startsWith(Voice.WRONG)) {
            wrong.accept("process " + number + ": " + line.substring(Voice.WRONG.length()));
        } else if (line.equals(Voice.DONE)) {
            done = true;
        } else if (line.startsWith(Counts.WORD)) {
            counts = Counts.of(Message.parse(line));
        }
    }
}
