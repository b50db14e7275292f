package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.program.UsageException;

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

    /**
     * Reads the command line.
     *
     * @throws UsageException naming the option
     */
    static StressOptions parse(String... args) {
        StressOptions options = new StressOptions(1_000_000, System.nanoTime() % 1_000_000, 4, 6, 1);
        for (int i = 0; i < args.length; i += 2) {
            String option = args[i];
            if (i + 1 == args.length || !args[i + 1].matches("\\d{1,12}")) {
                throw new UsageException(option + " takes a whole number");
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
            default -> throw new UsageException("unknown option " + option);
        };
    }

    private static int few(String option, long value) {
        if (value < 1 || value > 64) {
            throw new UsageException(option + " takes a whole number from 1 to 64");
        }
        return (int) value;
    }
}
