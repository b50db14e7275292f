package dev.mortise.benchmarks;

import java.io.PrintStream;
import java.util.function.Consumer;

/** Says what is going on: on a terminal in one line that is redrawn, else a line each. */
final class Progress implements Consumer<String> {

    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean redraws;

    Progress(PrintStream out, String style) {
        this.out = out;
        this.redraws = !style.equals("plain");
    }

    @Override
    public void accept(String text) {
        if (redraws) {
            out.print("\r" + (text + " ".repeat(WIDTH)).substring(0, WIDTH));
            out.flush();
        } else {
            out.println(text);
        }
    }

    /** What comes next stands on a line of its own. */
    void done() {
        if (redraws) {
            out.print("\r" + " ".repeat(WIDTH) + "\r");
            out.flush();
        }
    }
}
