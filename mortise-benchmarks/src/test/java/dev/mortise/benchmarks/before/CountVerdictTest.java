package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountVerdictTest {

    @ParameterizedTest
    @CsvSource({"1.04, MORE", "1.02, SAME", "1.00, SAME", "0.98, SAME", "0.96, FEWER"})
    void judgesByFixedMargins(double ratio, CountVerdict expected) {
        assertThat(CountVerdict.of(always(ratio))).isEqualTo(expected);
        assertThat(CountVerdict.of(always(ratio), always(1))).isEqualTo(expected);
    }

    @Test
    void figuresThatScatterAreUndecided() {
        Comparison scatters = Comparison.of(-0.1, -0.05, 0, 0.05, 0.1, 0.15);

        assertThat(CountVerdict.of(scatters)).isEqualTo(CountVerdict.UNDECIDED);
    }

    @Test
    void aControlThatDiffersLeavesEverythingUndecided() {
        assertThat(CountVerdict.of(always(1.2), always(1.1))).isEqualTo(CountVerdict.UNDECIDED);
    }

    private static Comparison always(double ratio) {
        double[] logs = new double[BeforeOptions.ROUNDS_OF_COUNTERS];
        Arrays.fill(logs, Math.log(ratio));
        return Comparison.of(logs);
    }
}
