package dev.mortise.benchmarks.before;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The command line of {@code bench --before}.
 *
 * @param commit as the user wrote it
 * @param rounds how many rounds of each workload
 * @param counters whether to count instead of measuring time
 */
record BeforeOptions(String commit, int rounds, boolean counters, Set<Workload> workloads) {

    static final int ROUNDS = 15;
    static final int ROUNDS_OF_COUNTERS = 6;
    static final int MOST_ROUNDS = 200;

    private static final String BEFORE = "--before";
    private static final String ROUNDS_OPTION = "--rounds";
    private static final String COUNTERS = "--counters";

    /** Whether the command line asks for a comparison of commits. */
    static boolean apply(String... args) {
        return Arrays.stream(args).anyMatch(List.of(BEFORE, ROUNDS_OPTION, COUNTERS)::contains);
    }

    static BeforeOptions parse(String... args) {
        String commit = "";
        int rounds = 0;
        boolean counters = false;
        Set<Workload> workloads = EnumSet.noneOf(Workload.class);
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case BEFORE -> commit = value(args, i++, "a commit");
                case ROUNDS_OPTION -> rounds = number(value(args, i++, "a number"));
                case COUNTERS -> counters = true;
                default -> workloads.add(workload(args[i]));
            }
        }
        if (commit.isEmpty()) {
            throw new IllegalArgumentException(ROUNDS_OPTION + " and " + COUNTERS + " need " + BEFORE + " COMMIT");
        }
        if (rounds == 0) {
            rounds = counters ? ROUNDS_OF_COUNTERS : ROUNDS;
        }
        return new BeforeOptions(
                commit, rounds, counters, workloads.isEmpty() ? EnumSet.allOf(Workload.class) : workloads);
    }

    private static String value(String[] args, int option, String what) {
        if (option + 1 == args.length || args[option + 1].startsWith("-")) {
            throw new IllegalArgumentException(args[option] + " needs " + what);
        }
        return args[option + 1];
    }

    private static int number(String text) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST_ROUNDS) {
            throw new IllegalArgumentException(
                    ROUNDS_OPTION + " needs a number from 1 to " + MOST_ROUNDS + ", not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static Workload workload(String word) {
        for (Workload workload : Workload.values()) {
            if (workload.word().equals(word)) {
                return workload;
            }
        }
        List<String> words =
                Arrays.stream(Workload.values()).map(Workload::word).toList();
        String what = word.startsWith("-") ? "unknown option" : "unknown scenario";
        throw new IllegalArgumentException(what + " '" + word + "' with " + BEFORE + ": choose from " + words);
    }
}
