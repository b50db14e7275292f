package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void estimatesTheRatioFromTheMiddleOfTheRounds() {
        Comparison comparison = Comparison.of(logs(0.88, 0.89, 0.90, 0.90, 0.91, 0.92, 0.90));

        assertThat(comparison.ratio()).isCloseTo(0.90, within(0.001));
        assertThat(comparison.low()).isBetween(0.88, 0.90);
        assertThat(comparison.high()).isBetween(0.90, 0.92);
    }

    @Test
    void outliersNeitherMoveTheEstimateNorWidenTheInterval() {
        double[] ratios = {1, 1.01, 0.99, 1, 1.01, 0.99, 1, 1.01, 0.99, 1, 1.01, 0.99, 1, 1.01, 0.99};
        ratios[2] = 0.2;
        ratios[5] = 0.5;

        Comparison comparison = Comparison.of(logs(ratios));

        assertThat(comparison.ratio()).isCloseTo(1, within(0.003));
        assertThat(comparison.low()).isGreaterThan(0.985);
        assertThat(comparison.high()).isLessThan(1.015);
    }

    @Test
    void agreesWithAnIntervalThatIsWorkedOutByHand() {
        Comparison comparison = Comparison.of(-9, 1, 2, 3, 4, 5, 6, 7, 8, 90);

        assertThat(comparison.log()).as("of 2 to 7").isCloseTo(4.5, within(1e-9));
        assertThat(comparison.error())
                .as("2 2 2 3 4 5 6 7 7 7: squares 42.5")
                .isCloseTo(Math.sqrt(42.5 / 9) / (0.6 * Math.sqrt(10)), within(1e-9));
        assertThat(Math.log(comparison.high()))
                .as("t of 5 degrees is 2.571")
                .isCloseTo(4.5 + 2.5706 * comparison.error(), within(0.001));
    }

    @Test
    void oneRoundHasNoInterval() {
        Comparison one = Comparison.of(logs(0.5));

        assertThat(one.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(one.hasInterval()).isFalse();
        assertThat(one.high()).isInfinite();
        assertThat(one.chance()).isEqualTo(1);
    }

    @Test
    void equalFiguresAreCertainlyEqual() {
        Comparison comparison = Comparison.of(new double[8]);

        assertThat(comparison.low()).isEqualTo(1);
        assertThat(comparison.high()).isEqualTo(1);
        assertThat(comparison.chance()).isEqualTo(1);
    }

    @Test
    void aConstantDifferenceIsNoChance() {
        double[] eleven = new double[11];
        Arrays.fill(eleven, Math.log(0.9));

        assertThat(Comparison.of(eleven).chance()).isCloseTo(0, within(1e-9));
    }

    @Test
    void moreRoundsShrinkTheErrorByTheSquareRoot() {
        Comparison comparison = Comparison.of(logs(1, 1.1, 0.9, 1.05, 0.95));

        assertThat(comparison.with(20).error()).isCloseTo(comparison.error() / 2, within(1e-9));
        assertThat(comparison.with(20).log()).isEqualTo(comparison.log());
    }

    @Test
    void theIntervalCoversTheTrueRatioWithNoiseOfManyOutliers() {
        long seed = 20261118;
        Random random = new Random(seed);
        int runs = 4_000;
        int covered = 0;
        double ratio = 1.02;
        for (int run = 0; run < runs; run++) {
            double[] logs = new double[15];
            Arrays.setAll(logs, i -> Math.log(ratio) + random.nextGaussian() * (random.nextInt(6) == 0 ? 0.5 : 0.05));
            Comparison comparison = Comparison.of(logs);
            covered += comparison.low() <= ratio && comparison.high() >= ratio ? 1 : 0;
        }

        assertThat(covered / (double) runs).as("seed %s", seed).isBetween(0.935, 0.97);
    }

    private static double[] logs(double... ratios) {
        return DoubleStream.of(ratios).map(Math::log).toArray();
    }
}
