package dev.mortise.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Interleaved rounds of Mortise and one peer: each round runs both, in changing order, and gives one ratio, so that what
 * the machine does meanwhile hits both alike.
 */
record Scenario(String name, int threads, double bar) {

    void run(Contender mortise, Contender peer, int rounds, Duration length) throws InterruptedException {
        Duration warmUp = length.multipliedBy(2);
        Round.pairsPerSecond(mortise, threads, warmUp);
        Round.pairsPerSecond(peer, threads, warmUp);
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            boolean oursFirst = i % 2 == 0;
            double first = Round.pairsPerSecond(oursFirst ? mortise : peer, threads, length);
            double second = Round.pairsPerSecond(oursFirst ? peer : mortise, threads, length);
            ours.add(oursFirst ? first : second);
            theirs.add(oursFirst ? second : first);
            ratios.add(ours.get(i) / theirs.get(i));
        }
        System.out.printf(Locale.ROOT, "%n%s, %d rounds of %d ms%n", name, rounds, length.toMillis());
        row(mortise.name(), ours, "pairs/s");
        row(peer.name(), theirs, "pairs/s");
        double ratio = median(ratios);
        System.out.printf(
                Locale.ROOT,
                "  ratio %.2f [%.2f-%.2f], bar %.2f: %s%n",
                ratio,
                least(ratios),
                most(ratios),
                bar,
                ratio >= bar ? "met" : "MISSED");
    }

    private static void row(String name, List<Double> values, String unit) {
        System.out.printf(
                Locale.ROOT, "  %-38s %9.0f [%.0f-%.0f] %s%n", name, median(values), least(values), most(values), unit);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static double least(List<Double> values) {
        return values.stream().min(Double::compare).orElse(Double.NaN);
    }

    private static double most(List<Double> values) {
        return Arrays.stream(values.stream().mapToDouble(Double::doubleValue).toArray())
                .max()
                .orElse(Double.NaN);
    }
}
