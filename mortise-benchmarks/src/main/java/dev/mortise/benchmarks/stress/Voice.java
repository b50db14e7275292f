package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.worker.Message;
import java.io.PrintStream;

/** What a process says to the one that started it, in lines. Safe for use by many threads. */
final class Voice {

    /** What a line begins with that tells of something that must not be; the rest is for people. */
    static final String WRONG = "WRONG ";

    /** Marks what is wrong, but may be caused by a machine that is too busy: a long wait, a lease that ended, a failed call. */
    static final String LATE = "late: ";

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

    /** Something is wrong that a busy machine may cause. */
    void late(String what) {
        wrong(LATE + what);
    }

    void done() {
        say(DONE);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
