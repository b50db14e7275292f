package dev.mortise.benchmarks.before;

import java.util.Arrays;

/**
 * A ratio of two rivals, estimated from rounds.
 *
 * <p>One observation is the logarithm of the ratio within one round. All processes of a round are new, so observations
 * are independent, and they contain the difference that two processes of equal code can keep for their whole life. The two
 * rivals take their turns within seconds, forth and back, so a drift of the machine cancels out.
 *
 * <p>The estimate is the trimmed mean: the highest and the lowest fifth of the observations do not count, so that a few
 * rounds that something disturbed do not decide. The interval is the usual one of a trimmed mean (Tukey and McLaughlin,
 * 1963): its error comes from the winsorized variance, in which each trimmed observation is replaced by the nearest one
 * that counts, and its width from Student's t with one degree of freedom less than observations that count.
 *
 * @param rounds how many observations
 * @param log the estimate of the logarithm of the ratio
 * @param error the standard error of the estimate; NaN with one observation
 */
record Comparison(int rounds, double log, double error) {

    private static final int ONE_OF = 5;
    private static final double CONFIDENCE = 0.95;

    /** Compares by the logarithms of the ratio of each round. */
    static Comparison of(double... logs) {
        int size = logs.length;
        int trimmed = size / ONE_OF;
        double[] sorted = logs.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(sorted, trimmed, size - trimmed).average().orElse(Double.NaN);
        Arrays.fill(sorted, 0, trimmed, sorted[trimmed]);
        Arrays.fill(sorted, size - trimmed, size, sorted[size - trimmed - 1]);
        double center = Arrays.stream(sorted).average().orElse(Double.NaN);
        double squares = Arrays.stream(sorted)
                .map(log -> (log - center) * (log - center))
                .sum();
        double counted = (size - 2.0 * trimmed) / size;
        return new Comparison(size, mean, Math.sqrt(squares / (size - 1)) / (counted * Math.sqrt(size)));
    }

    /** What another number of rounds would give if estimate and noise stayed as they are. */
    Comparison with(int otherRounds) {
        return new Comparison(otherRounds, log, error * Math.sqrt(rounds / (double) otherRounds));
    }

    boolean hasInterval() {
        return rounds > 1;
    }

    double ratio() {
        return Math.exp(log);
    }

    /** The lower end of the interval of the ratio. */
    double low() {
        return Math.exp(log - halfWidth());
    }

    /** The upper end of the interval of the ratio. */
    double high() {
        return Math.exp(log + halfWidth());
    }

    /** The probability that equal rivals differ at least so much by chance. */
    double chance() {
        if (!hasInterval() || log == 0) {
            return 1;
        }
        return 1 - StudentT.within(Math.abs(log) / error, degrees());
    }

    private double halfWidth() {
        return hasInterval() ? StudentT.quantile(CONFIDENCE, degrees()) * error : Double.POSITIVE_INFINITY;
    }

    private int degrees() {
        return rounds - 2 * (rounds / ONE_OF) - 1;
    }
}
