package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.706",
        "0.95, 2, 4.303",
        "0.95, 3, 3.182",
        "0.95, 8, 2.306",
        "0.95, 14, 2.145",
        "0.999, 8, 5.041",
        "0.999, 9, 4.781",
        "0.95, 120, 1.980",
        "0.5, 10, 0.700"
    })
    void agreesWithThePublishedTable(double probability, int degrees, double t) {
        assertThat(StudentT.quantile(probability, degrees)).isCloseTo(t, within(0.0006));
        assertThat(StudentT.within(t, degrees)).isCloseTo(probability, within(0.0003));
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "7", "200"})
    void coversEverythingInTheEnd(int degrees) {
        assertThat(StudentT.within(0, degrees)).isZero();
        assertThat(StudentT.within(Double.POSITIVE_INFINITY, degrees)).isCloseTo(1, within(1e-9));
    }
}
