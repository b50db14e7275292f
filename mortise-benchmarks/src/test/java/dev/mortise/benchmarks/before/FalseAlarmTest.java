package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated runs of fifteen rounds: how often the verdicts are right. */
class FalseAlarmTest {

    private static final long SEED = 25_09;
    private static final int RUNS = 2_000;
    private static final int SCENARIOS = 6;
    private static final double DRIFT = 0.3;

    private final Random random = new Random(SEED);

    /** The first column is the noise of a process, the second the runs in a hundred that may call a scenario slower or faster. */
    @ParameterizedTest
    @CsvSource({"0.01, 1", "0.03, 1", "0.1, 3", "0.2, 3", "1, 3"})
    void equalCodeIsHardlyEverCalledSlowerOrFaster(double noise, int percent) {
        int alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean alarm = false;
            for (int scenario = 0; scenario < SCENARIOS; scenario++) {
                alarm |= verdict(BeforeOptions.ROUNDS, 1, noise).isDifference();
            }
            alarms += alarm ? 1 : 0;
        }

        assertThat(alarms)
                .as("runs of %s with a false alarm, seed %s", RUNS, SEED)
                .isLessThan(RUNS * percent / 100);
    }

    @Test
    void aTenthLessIsCalledSlower() {
        assertThat(share(Verdict.SLOWER, 0.90, 0.03)).isGreaterThan(0.9);
        assertThat(share(Verdict.FASTER, 1 / 0.90, 0.03)).isGreaterThan(0.9);
    }

    @Test
    void equalCodeIsCalledNotSlower() {
        assertThat(share(Verdict.NOT_SLOWER, 1, 0.03)).isGreaterThan(0.9);
    }

    private double share(Verdict expected, double ratio, double noise) {
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            found += verdict(BeforeOptions.ROUNDS, ratio, noise) == expected ? 1 : 0;
        }
        return found / (double) RUNS;
    }

    /** Each process of a round has noise of its own, one in thirty loses up to half; the machine drifts. */
    private Verdict verdict(int rounds, double ratio, double noise) {
        Results results = new Results();
        double machine = 0;
        for (int round = 0; round < rounds; round++) {
            Map<Rival, Double> rates = new EnumMap<>(Rival.class);
            machine += DRIFT * random.nextGaussian();
            for (Rival rival : Rival.values()) {
                double trouble = random.nextInt(30) == 0 ? Math.log(1 - random.nextDouble() / 2) : 0;
                double change = rival == Rival.BEFORE ? 0 : Math.log(ratio);
                rates.put(rival, Math.exp(machine + change + noise * random.nextGaussian() + trouble));
            }
            rates.forEach((rival, rate) -> results.add(Workload.SOLO, Figure.RATE, rival, rate));
        }
        return Verdict.of(results.change(Workload.SOLO, Figure.RATE), results.control(Workload.SOLO, Figure.RATE));
    }
}
