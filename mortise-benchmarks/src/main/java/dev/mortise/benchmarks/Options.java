package dev.mortise.benchmarks;

import dev.mortise.benchmarks.report.Edition;
import dev.mortise.benchmarks.run.HoldsRun;
import dev.mortise.benchmarks.run.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param commands whether to list the commands of a pair
 * @param holds how many locks to hold under the watchdog, one number after the other
 * @param edition what the report is
 * @param out where to write; null: the documentation if the report is worth keeping, else the build folder
 */
record Options(
        boolean help,
        boolean quick,
        boolean commands,
        Set<Scenario> scenarios,
        Set<Integer> holds,
        Edition edition,
        @Nullable Path out) {

    static final String COMMANDS = "commands";
    static final String CONTENDED = "contended";
    static final String HOLDS = "holds";
    static final String VERY_MANY_HOLDS = "holds-100k";

    static Options parse(String... args) {
        boolean help = false;
        boolean quick = false;
        Path out = null;
        List<String> names = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--help", "-h" -> help = true;
                case "--quick" -> quick = true;
                case "--out" -> out = folder(args, i++);
                default -> names.add(args[i]);
            }
        }
        List<String> known = names();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown scenario '" + name + "': choose from " + known);
            }
        }
        Edition edition = quick
                ? Edition.PART
                : names.isEmpty() ? Edition.FULL : names.equals(List.of(CONTENDED)) ? Edition.CONTENDED : Edition.PART;
        return new Options(help, quick, names.contains(COMMANDS), scenarios(names), holds(names), edition, out);
    }

    private static Path folder(String[] args, int option) {
        if (option + 1 == args.length) {
            throw new IllegalArgumentException(args[option] + " needs a folder");
        }
        return Path.of(args[option + 1]);
    }

    private static Set<Scenario> scenarios(List<String> names) {
        Set<Scenario> scenarios = EnumSet.noneOf(Scenario.class);
        for (Scenario scenario : Scenario.values()) {
            boolean byDefault = names.isEmpty() && !scenario.isExtra();
            boolean asContended = names.contains(CONTENDED) && scenario.isContended();
            if (byDefault || asContended || names.contains(scenario.word())) {
                scenarios.add(scenario);
            }
        }
        return scenarios;
    }

    private static Set<Integer> holds(List<String> names) {
        Set<Integer> holds = new TreeSet<>();
        if (names.isEmpty() || names.contains(HOLDS)) {
            holds.add(HoldsRun.MANY);
        }
        if (names.contains(VERY_MANY_HOLDS)) {
            holds.add(HoldsRun.VERY_MANY);
        }
        return holds;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of(COMMANDS, CONTENDED));
        Arrays.stream(Scenario.values()).map(Scenario::word).forEach(names::add);
        names.addAll(List.of(HOLDS, VERY_MANY_HOLDS));
        return names;
    }
}
