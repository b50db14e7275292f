package dev.mortise.examples.interop;

import java.io.PrintStream;

/** Says what was seen, and remembers whether all of it was as it should be. */
final class Checks {

    private final PrintStream out;
    private boolean failed;

    Checks(PrintStream out) {
        this.out = out;
    }

    void title(String text) {
        out.println("\n" + text);
    }

    void that(String what, boolean isSo) {
        out.println((isSo ? "  ok      " : "  FAILED  ") + what);
        failed |= !isSo;
    }

    boolean allWell() {
        return !failed;
    }
}
