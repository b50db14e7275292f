package dev.mortise.benchmarks;

import dev.mortise.benchmarks.program.Program;

/** The text of {@code ./dev bench --help}. */
final class Help {

    private Help() {}

    static String text() {
        return Program.help(Bench.class);
    }
}
