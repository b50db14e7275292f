package dev.mortise.benchmarks.before;

import java.util.Locale;

/** What a {@link Comparison} says about a rate. {@link #of} gives the first verdict that holds. */
enum Verdict {
    SLOWER,
    FASTER,
    NOT_SLOWER,
    UNDECIDED;

    static final double SLOWER_BELOW = 0.97;
    static final double FASTER_ABOVE = 1.03;
    static final double NOT_SLOWER_ABOVE = 0.93;

    /**
     * The probability at which equal rivals may be called slower or faster. The interval alone would allow a false alarm
     * in up to 5 % of all comparisons if the noise is much larger than the three percent between 0.97 and 1, and a run
     * makes six comparisons. On a quiet machine the interval is narrow, and this limit changes nothing.
     */
    static final double FALSE_ALARM = 0.002;

    /** The fewest rounds that decide: from fewer, the noise itself cannot be estimated. */
    static final int FEWEST_ROUNDS = 6;

    private static final int VERY_MANY_ROUNDS = 1 << 14;

    /** The verdict by the comparison alone. */
    static Verdict of(Comparison comparison) {
        if (comparison.rounds() < FEWEST_ROUNDS) {
            return UNDECIDED;
        }
        boolean differs = comparison.chance() < FALSE_ALARM;
        if (differs && comparison.high() < SLOWER_BELOW) {
            return SLOWER;
        }
        if (differs && comparison.low() > FASTER_ABOVE) {
            return FASTER;
        }
        return comparison.low() > NOT_SLOWER_ABOVE && comparison.high() >= SLOWER_BELOW ? NOT_SLOWER : UNDECIDED;
    }

    /** The verdict in view of the control: where equal code differs, nothing is decided. */
    static Verdict of(Comparison comparison, Comparison control) {
        return of(control).isDifference() ? UNDECIDED : of(comparison);
    }

    boolean isDifference() {
        return this == SLOWER || this == FASTER;
    }

    /**
     * About how many rounds would give another verdict than undecided, if estimate and noise stayed as they are: the
     * error shrinks with the square root of the number of rounds. Below {@link #FEWEST_ROUNDS} the noise is unknown, and
     * that number is returned.
     */
    static int roundsToDecide(Comparison comparison) {
        if (comparison.rounds() < FEWEST_ROUNDS) {
            return FEWEST_ROUNDS;
        }
        int tooFew = comparison.rounds();
        int enough = tooFew + 1;
        while (enough < VERY_MANY_ROUNDS && of(comparison.with(enough)) == UNDECIDED) {
            tooFew = enough;
            enough *= 2;
        }
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) / 2;
            if (of(comparison.with(middle)) == UNDECIDED) {
                tooFew = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
