package dev.mortise.benchmarks;

import dev.mortise.benchmarks.program.Program;
import java.util.Arrays;
import java.util.List;

/** The text of {@code ./dev bench --help}. */
final class Help {

    private Help() {}

    static String text() {
        return Program.help(Bench.class);
    }

    /** Whether a command line asks for help. */
    static boolean isWanted(String... args) {
        return Arrays.stream(args).anyMatch(List.of("--help", "-h")::contains);
    }
}
