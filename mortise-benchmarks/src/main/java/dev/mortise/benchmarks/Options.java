package dev.mortise.benchmarks;

import dev.mortise.benchmarks.run.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param commands whether to list the commands of a pair
 * @param holds whether to run the holds under the watchdog
 * @param out where to write; null: the documentation after a full run, else the build folder
 */
record Options(
        boolean help,
        boolean quick,
        boolean commands,
        Set<Scenario> scenarios,
        boolean holds,
        @Nullable Path out) {

    private static final String COMMANDS = "commands";
    private static final String HOLDS = "holds";

    static Options parse(String... args) {
        boolean help = false;
        boolean quick = false;
        Path out = null;
        List<String> names = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--help", "-h" -> help = true;
                case "--quick" -> quick = true;
                case "--out" -> {
                    if (++i == args.length) {
                        throw new IllegalArgumentException("--out needs a folder");
                    }
                    out = Path.of(args[i]);
                }
                default -> names.add(args[i]);
            }
        }
        List<String> known = names();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown scenario '" + name + "': choose from " + known);
            }
        }
        Set<Scenario> scenarios = EnumSet.noneOf(Scenario.class);
        for (Scenario scenario : Scenario.values()) {
            if (names.isEmpty() || names.contains(name(scenario))) {
                scenarios.add(scenario);
            }
        }
        return new Options(
                help, quick, names.contains(COMMANDS), scenarios, names.isEmpty() || names.contains(HOLDS), out);
    }

    /** Whether everything is measured as long as it should be. */
    boolean isFull() {
        return !quick && holds && scenarios.size() == Scenario.values().length;
    }

    static String helpText() {
        StringBuilder text = new StringBuilder("./mortise bench [--quick] [--out <folder>] [scenario ...]\n\n");
        for (Scenario scenario : Scenario.values()) {
            text.append(String.format(Locale.ROOT, "  %-9s %s%n", name(scenario), scenario.story()));
        }
        return text.append("  holds     10,000 holds under the watchdog\n")
                .append("  commands  which Redis commands an uncontended pair takes; only when asked for\n\n")
                .append(
                        "Without a scenario all are run, in about 18 minutes, and docs/benchmarks.md is written, with chart\n")
                .append(
                        "and rounds in docs/benchmarks/. --quick takes about two minutes and is only a look; it and a\n")
                .append(
                        "selection write below mortise-benchmarks/target. Exit codes: 1 a lock did not exclude, 3 it could not run.\n")
                .append("MORTISE_REDIS_SERVER names another redis-server than the embedded one.\n")
                .toString();
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of(COMMANDS));
        Arrays.stream(Scenario.values()).map(Options::name).forEach(names::add);
        names.add(HOLDS);
        return names;
    }

    private static String name(Scenario scenario) {
        return scenario.name().toLowerCase(Locale.ROOT);
    }
}
