package dev.mortise.mutants;

import dev.mortise.mutants.Mutant.TestName;
import dev.mortise.mutants.ScratchCopy.Verdict;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a mutant did. */
record Trial(Outcome outcome, String details) {

    /** A mutant survives if so many runs of its test pass; unbroken code is broken if so many fail. */
    static final int RUNS = 3;

    enum Outcome {
        KILLED,
        COMPILES,
        LEFT_OUT,
        SURVIVED,
        BROKEN;

        boolean isBad() {
            return this == SURVIVED || this == BROKEN;
        }

        /** Bad ones stand out. */
        @Override
        public String toString() {
            return isBad() ? name() : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Runs the test of a mutant on the broken code. */
    interface BrokenRun {
        Verdict run() throws IOException;
    }

    /**
     * Tries a mutant. If the test can run on the unbroken code, an assumption that fails on the broken code has not noticed
     * the mutant.
     *
     * @param unbroken how the test has ended on the unbroken code: it has passed or cannot run; null: it was not run
     */
    static Trial of(TestName test, @Nullable Verdict unbroken, BrokenRun broken) throws IOException {
        if (unbroken == Verdict.CANNOT_RUN) {
            return leftOut(test);
        }
        for (int run = 1; run <= RUNS; run++) {
            String luck = run == 1 ? "" : " (at try " + run + ": the test depends on luck)";
            switch (broken.run()) {
                case FAILED -> {
                    return new Trial(Outcome.KILLED, test + luck);
                }
                case HUNG -> {
                    return new Trial(Outcome.KILLED, test + " (it hung)" + luck);
                }
                case MISMATCHED -> {
                    return new Trial(Outcome.BROKEN, "classes that were not edited must be compiled with it: " + test);
                }
                case NO_TEST -> {
                    return new Trial(Outcome.BROKEN, "there is no such test, or it cannot start: " + test);
                }
                case CANNOT_RUN -> {
                    if (unbroken == null) {
                        return leftOut(test);
                    }
                }
                case PASSED -> {}
            }
        }
        return new Trial(Outcome.SURVIVED, test.toString());
    }

    private static Trial leftOut(TestName test) {
        return new Trial(Outcome.LEFT_OUT, "its test cannot run here: " + test);
    }

    /** The same with the last lines of what its test has printed. */
    Trial with(String lines) {
        return new Trial(outcome, details + "\n" + lines);
    }
}
