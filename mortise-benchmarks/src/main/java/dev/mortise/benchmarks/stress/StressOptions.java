package dev.mortise.benchmarks.stress;

/**
 * How to stress.
 *
 * @param handOvers how often locks are to go from one owner to another
 * @param seed of all that is random, but for what threads and processes make of it
 * @param processes how many at a time
 * @param threads in each of them
 * @param pace how many times as often as usual things go wrong
 */
public record StressOptions(long handOvers, long seed, int processes, int threads, int pace) {

    static final String HELP = """
            ./mortise stress [--handovers N] [--seed N] [--processes N] [--threads N]

            Hands four locks over a million times (--handovers) between the threads (6) of several processes (4), while message
            connections are cut every 2 s, command connections now and then, scripts flushed every 5 s, calls interrupted,
            timed out and cancelled, nodes closed, and processes killed with -9 and replaced. Fails if an update was lost, a token
            did not grow, somebody waited too long, a lock was left to nobody while somebody waited, or anything is left.
            Exit codes: 1 something was wrong, 2 an unknown option.
            """;

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException naming the option
     */
    static StressOptions parse(String... args) {
        StressOptions options = new StressOptions(1_000_000, System.nanoTime() % 1_000_000, 4, 6, 1);
        for (int i = 0; i < args.length; i += 2) {
            String option = args[i];
            if (i + 1 == args.length || !args[i + 1].matches("\\d{1,12}")) {
                throw new IllegalArgumentException(option + " takes a whole number");
            }
            options = options.with(option, Long.parseLong(args[i + 1]));
        }
        return options;
    }

    private StressOptions with(String option, long value) {
        return switch (option) {
            case "--handovers" -> new StressOptions(value, seed, processes, threads, pace);
            case "--seed" -> new StressOptions(handOvers, value, processes, threads, pace);
            case "--processes" -> new StressOptions(handOvers, seed, few(option, value), threads, pace);
            case "--threads" -> new StressOptions(handOvers, seed, processes, few(option, value), pace);
            default -> throw new IllegalArgumentException("unknown option " + option);
        };
    }

    private static int few(String option, long value) {
        if (value < 1 || value > 64) {
            throw new IllegalArgumentException(option + " takes a whole number from 1 to 64");
        }
        return (int) value;
    }
}
