package dev.mortise.benchmarks;

import dev.mortise.benchmarks.run.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** The text of {@code ./mortise bench --help}. */
final class Help {

    private Help() {}

    static String text() {
        StringBuilder text = new StringBuilder("./mortise bench [--quick] [--out <folder>] [scenario ...]\n\n");
        text.append("By default, in about 25 minutes:\n");
        scenarios(text, scenario -> !scenario.isExtra());
        line(text, Options.HOLDS, "10,000 holds under the watchdog");
        text.append("Only when asked for:\n");
        scenarios(text, Scenario::isExtra);
        line(text, Options.VERY_MANY_HOLDS, "100,000 holds under the watchdog");
        line(text, Options.COMMANDS, "which Redis commands an uncontended pair takes");
        line(text, Options.CONTENDED, "all scenarios, of both lists, in which many want one lock; about 15 minutes");
        return text.append("""

                        Without a scenario docs/benchmarks.md is written, with chart and rounds in docs/benchmarks/; 'contended' alone
                        writes docs/benchmarks-contended.md likewise. Any other selection, and --quick, which takes about two minutes
                        and is only a look, write below mortise-benchmarks/target.

                        A peer that fails or falls silent is shown as failed. Exit codes: 1 a lock of Mortise did not exclude, or a
                        fair one did not keep the order; 3 it could not run, or Mortise failed.
                        MORTISE_REDIS_SERVER names another redis-server than the embedded one.
                        """).toString();
    }

    /** Whether a command line asks for help. */
    static boolean isWanted(String... args) {
        return Arrays.stream(args).anyMatch(List.of("--help", "-h")::contains);
    }

    /** The part about {@code --before}. */
    static String ofBefore() {
        try (InputStream in = Help.class.getResourceAsStream("help-before.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the help text", e);
        }
    }

    private static void scenarios(StringBuilder text, Predicate<Scenario> which) {
        Arrays.stream(Scenario.values())
                .filter(which)
                .forEach(scenario -> line(text, scenario.word(), scenario.story()));
    }

    private static void line(StringBuilder text, String word, String story) {
        text.append(String.format(Locale.ROOT, "  %-13s %s%n", word, story));
    }
}
