package dev.mortise.benchmarks.before;

import java.util.Locale;

/** What a {@link Comparison} says about a counted figure, by fixed margins and the limit on chance of {@link Verdict}. */
enum CountVerdict {
    MORE,
    FEWER,
    SAME,
    UNDECIDED;

    static final double FEWER_BELOW = 0.97;
    static final double MORE_ABOVE = 1.03;

    static CountVerdict of(Comparison comparison) {
        boolean differs = comparison.chance() < Verdict.FALSE_ALARM;
        if (differs && comparison.low() > MORE_ABOVE) {
            return MORE;
        }
        if (differs && comparison.high() < FEWER_BELOW) {
            return FEWER;
        }
        return comparison.low() > FEWER_BELOW && comparison.high() < MORE_ABOVE ? SAME : UNDECIDED;
    }

    /** The verdict in view of the control: where equal code differs, nothing is decided. */
    static CountVerdict of(Comparison comparison, Comparison control) {
        CountVerdict equalCode = of(control);
        return equalCode == MORE || equalCode == FEWER ? UNDECIDED : of(comparison);
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
