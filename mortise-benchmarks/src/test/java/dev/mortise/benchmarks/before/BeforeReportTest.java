package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BeforeReportTest {

    private final Results results = new Results();

    @Test
    void showsRatesRatiosAndAVerdictForEachScenario() {
        rounds(12, Workload.SOLO, Figure.RATE, 10_000, 0.9);
        rounds(12, Workload.SOLO, Figure.P99, 120, 1);
        rounds(12, Workload.HOT, Figure.RATE, 100_000, 1);
        rounds(12, Workload.HOT, Figure.P99, 12_345, 1);

        assertThat(BeforeReport.rates(results, List.of(Workload.SOLO, Workload.HOT))
                        .lines())
                .containsExactly(
                        "                        before/s  after/s  p99 before  p99 after         after/before"
                                + "  control (equal code)  verdict",
                        "  one thread              10,000    9,000      120 µs     120 µs  0.900 [0.900–0.900]"
                                + "   1.000 [1.000–1.000]  slower",
                        "  16 threads, one lock   100,000  100,000     12.3 ms    12.3 ms  1.000 [1.000–1.000]"
                                + "   1.000 [1.000–1.000]  not slower");
    }

    @Test
    void saysWhyNothingIsDecided() {
        Comparison tooFew = Comparison.of(0.01);
        Comparison equal = Comparison.of(new double[12]);
        double[] differences = new double[12];
        Arrays.fill(differences, -0.2);

        assertThat(BeforeReport.verdict(tooFew, equal)).isEqualTo("undecided: at least 6 rounds are needed");
        assertThat(BeforeReport.verdict(equal, Comparison.of(differences)))
                .isEqualTo("undecided: the control is slower; repeat it on a quiet machine");
        assertThat(BeforeReport.verdict(Comparison.of(2, -2, 1, -1, 0.1, -0.1), equal))
                .isEqualTo("undecided: not even 200 rounds would decide");
        assertThat(BeforeReport.verdict(Comparison.of(-0.5, -0.1, -0.5, -0.1, -0.5, -0.1, -0.5, -0.1), equal))
                .isEqualTo("undecided: looks slower, about 17 rounds would decide");
        assertThat(BeforeReport.ratio(tooFew)).isEqualTo("1.010 [one round]");
    }

    @Test
    void showsOnlyTheCountersThatThereAre() {
        rounds(6, Workload.SOLO, Figure.COMMANDS, 9, 1);
        rounds(6, Workload.SOLO, Figure.BYTES, 2_800, 1.1);
        rounds(6, Workload.HOT, Figure.SCRIPTS, 0.0125, 0.5);

        assertThat(BeforeReport.counters(results, List.of(Workload.SOLO, Workload.HOT))
                        .lines())
                .hasSize(4)
                .anyMatch(line -> line.matches(" +one thread +commands +9.00 +9.00 +1.000 .* same"))
                .anyMatch(line -> line.matches(" +one thread +bytes +2,800 +3,080 +1.100 .* more"))
                .anyMatch(line -> line.matches(" +16 threads, one lock +scripts +0.0125 +0.0063 +0.500 .* fewer"));
    }

    @Test
    void keepsEachRoundForTheRecord() {
        rounds(2, Workload.WIDE, Figure.RATE, 100, 2);

        assertThat(results.csv().lines())
                .containsExactly(
                        "scenario,figure,round,before,after,after again",
                        "wide,rate,1,100.000,200.000,200.000",
                        "wide,rate,2,100.000,200.000,200.000");
    }

    private void rounds(int rounds, Workload workload, Figure figure, double before, double ratio) {
        for (int i = 0; i < rounds; i++) {
            results.add(workload, figure, Rival.BEFORE, before);
            results.add(workload, figure, Rival.AFTER, before * ratio);
            results.add(workload, figure, Rival.AFTER_AGAIN, before * ratio);
        }
    }
}
