package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

    private static final Comparison EQUAL = comparison(0.99, 1.01);

    @ParameterizedTest
    @CsvSource({
        "0.93, 0.969, SLOWER",
        "0.94, 0.960, SLOWER",
        "0.92, 0.971, UNDECIDED",
        "0.92, 0.980, UNDECIDED",
        "0.929, 1.200, UNDECIDED",
        "0.931, 0.980, NOT_SLOWER",
        "0.98, 1.500, NOT_SLOWER",
        "1.029, 1.500, NOT_SLOWER",
        "1.031, 1.060, FASTER"
    })
    void theIntervalDecides(double low, double high, Verdict expected) {
        assertThat(Verdict.of(comparison(low, high))).isEqualTo(expected);
        assertThat(Verdict.of(comparison(low, high), EQUAL)).isEqualTo(expected);
    }

    @Test
    void whatChanceMayExplainIsNoDifference() {
        Comparison slower = comparison(0.70, 0.96);
        Comparison faster = comparison(1.04, 1.45);

        assertThat(slower.chance()).isBetween(Verdict.FALSE_ALARM, 0.05);
        assertThat(Verdict.of(slower)).isEqualTo(Verdict.UNDECIDED);
        assertThat(faster.chance()).isBetween(Verdict.FALSE_ALARM, 0.05);
        assertThat(Verdict.of(faster)).isEqualTo(Verdict.NOT_SLOWER);
    }

    @Test
    void fewerThanSixRoundsDecideNothing() {
        double[] five = new double[5];
        Arrays.fill(five, Math.log(0.8));

        assertThat(Verdict.of(Comparison.of(five))).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.roundsToDecide(Comparison.of(five))).isEqualTo(6);
        assertThat(Verdict.of(Comparison.of(five).with(6))).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void aControlThatDiffersLeavesEverythingUndecided() {
        Comparison slower = comparison(0.88, 0.92);
        Comparison faster = comparison(1.05, 1.08);

        assertThat(Verdict.of(slower, faster)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(EQUAL, slower)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(slower, comparison(0.90, 0.99)))
                .as("a control that is noisy, but not different")
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    void estimatesTheRoundsThatWouldDecide() {
        assertThat(Verdict.roundsToDecide(comparison(0.90, 1.11)))
                .as("10 percent to each side must shrink to the 7 percent above 0.93")
                .isBetween(25, 33);
        assertThat(Verdict.roundsToDecide(comparison(0.88, 0.98)))
                .as("the middle, 0.9287, must be called a difference")
                .isBetween(20, 32);
        assertThat(Verdict.roundsToDecide(Comparison.of(0.01))).isEqualTo(6);
    }

    @Test
    void theEstimatedNumberOfRoundsDecidesIfNothingElseChanges() {
        for (double ratio = 0.85; ratio < 1.15; ratio += 0.01) {
            Comparison comparison = comparison(ratio * 0.75, ratio / 0.75);
            int rounds = Verdict.roundsToDecide(comparison);

            assertThat(Verdict.of(comparison)).isEqualTo(Verdict.UNDECIDED);
            assertThat(Verdict.of(comparison.with(rounds)))
                    .as("%s with %s rounds", ratio, rounds)
                    .isNotEqualTo(Verdict.UNDECIDED);
        }
    }

    /** Fifteen rounds that give this interval. */
    private static Comparison comparison(double low, double high) {
        double half = (Math.log(high) - Math.log(low)) / 2;
        return new Comparison(15, Math.log(low) + half, half / StudentT.quantile(0.95, 8));
    }
}
