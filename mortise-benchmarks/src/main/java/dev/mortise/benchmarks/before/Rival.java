package dev.mortise.benchmarks.before;

import java.util.Locale;

/** The entrants. The last two run the same classes, so that their difference shows what equal code looks like. */
enum Rival {
    BEFORE("b"),
    AFTER("a"),
    AFTER_AGAIN("c");

    private final String letter;

    Rival(String letter) {
        this.letter = letter;
    }

    /** What its locks have in their names, so that rivals never share a lock and all names have the same length. */
    String letter() {
        return letter;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
