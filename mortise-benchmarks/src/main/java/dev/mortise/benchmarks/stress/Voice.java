package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.worker.Message;
import java.io.PrintStream;

/** What a process says to the one that started it, in lines. Safe for use by many threads. */
final class Voice {

    /** What a line begins with that tells of something that must not be; the rest is for people. */
    static final String WRONG = "WRONG ";

    /** The last line of a process that has ended well. */
    static final String DONE = "done";

    private final PrintStream out;

    Voice(PrintStream out) {
        this.out = out;
    }

    void tell(Message message) {
        say(message.toString());
    }

    void wrong(String what) {
        say(WRONG + what.replace('\n', ' '));
    }

    void done() {
        say(DONE);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
