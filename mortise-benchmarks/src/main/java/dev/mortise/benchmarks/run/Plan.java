package dev.mortise.benchmarks.run;

/**
 * How long everything takes.
 *
 * @param rounds of each scenario
 * @param millis of a round
 * @param newMillis how long a team with new processes warms up: what it runs has to be compiled first
 * @param warmUpMillis of a team before the rounds of a scenario
 * @param longRounds of a scenario with long rounds
 * @param longMillis of a long round
 * @param holdRounds how often processor time is measured while locks are held
 * @param peersHold whether the peers hold, too
 * @param watchPeriods how many periods of renewal they are observed first, while what renews them is compiled
 * @param holdPeriods how many periods a round measures
 */
public record Plan(
        int rounds,
        long millis,
        long newMillis,
        long warmUpMillis,
        int longRounds,
        long longMillis,
        int holdRounds,
        boolean peersHold,
        int watchPeriods,
        int holdPeriods) {

    /** Twenty-five minutes. */
    public static Plan full() {
        return new Plan(9, 700, 6000, 1500, 3, 5000, 3, true, 5, 2);
    }

    /** A look, good for nothing else. */
    public static Plan quick() {
        return new Plan(3, 250, 400, 400, 1, 1000, 1, false, 1, 1);
    }
}
