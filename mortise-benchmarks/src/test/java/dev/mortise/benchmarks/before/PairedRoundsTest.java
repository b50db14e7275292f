package dev.mortise.benchmarks.before;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.benchmarks.run.WorkerFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairedRoundsTest {

    private final List<String> said = new ArrayList<>();
    private final List<Integer> kept = new ArrayList<>();

    @Test
    void aRoundMeasuresForthAndBackAndTheNextBeginsWithTheNextRival() throws InterruptedException {
        rounds(2, Workload.SOLO).run("", rival -> contestant(rival, 1));

        assertThat(said)
                .containsExactly(
                        "open b", "open a", "open c", "warm b", "warm a", "warm c", "b", "a", "c", "c", "a", "b", "b",
                        "a", "c", "c", "a", "b", "close b", "close a", "close c", "open a", "open c", "open b",
                        "warm a", "warm c", "warm b", "a", "c", "b", "b", "c", "a", "a", "c", "b", "b", "c", "a",
                        "close a", "close c", "close b");
    }

    @Test
    void aSteadyDriftOfTheMachineHitsAllAlike() throws InterruptedException {
        Results results = rounds(9, Workload.SOLO, Workload.HOT).run("", rival -> contestant(rival, 1));

        for (Workload workload : List.of(Workload.SOLO, Workload.HOT)) {
            Comparison change = results.change(workload, Figure.RATE);
            assertThat(change.rounds()).isEqualTo(9);
            assertThat(change.low()).isCloseTo(1, within(1e-9));
            assertThat(change.high()).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void aRivalThatIsFasterIsFasterByThatMuch() throws InterruptedException {
        Results results =
                rounds(6, Workload.SOLO).run("", rival -> contestant(rival, rival == Rival.BEFORE ? 1 : 1.25));

        assertThat(results.change(Workload.SOLO, Figure.RATE).ratio()).isCloseTo(1.25, within(1e-9));
        assertThat(results.control(Workload.SOLO, Figure.RATE).ratio()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aTurnThatIsDisturbedDoesNotCount() throws InterruptedException {
        int[] turn = {0};
        Results results = rounds(6, Workload.SOLO).run("", rival -> new PairedRounds.Contestant() {
            @Override
            public void warmUp(Workload workload) {}

            @Override
            public Map<Figure, Double> measure(Workload workload) {
                return Map.of(Figure.RATE, turn[0]++ % 12 == 4 ? 1.0 : 100.0);
            }

            @Override
            public void close() {}
        });

        assertThat(results.csv()).contains("6,100.000,100.000,100.000").doesNotContain(",1.000");
    }

    @Test
    void eachRoundIsKeptWhenItHasEnded() throws InterruptedException {
        rounds(3, Workload.SOLO).run("", rival -> contestant(rival, 1));

        assertThat(kept).containsExactly(1, 2, 3);
    }

    @Test
    void aFailureClosesAllRivals() {
        assertThatThrownBy(() -> rounds(3, Workload.SOLO).run("", rival -> contestant(rival, Double.NaN)))
                .isInstanceOf(WorkerFailedException.class);

        assertThat(said).endsWith("close b", "close a", "close c").doesNotContain("open d");
    }

    private PairedRounds rounds(int rounds, Workload... workloads) {
        return new PairedRounds(
                List.of(workloads),
                rounds,
                text -> {},
                results -> kept.add((int) results.csv().lines().count() - 1));
    }

    /** A rival whose rate falls from turn to turn, by the same amount for each turn of any rival. */
    private PairedRounds.Contestant contestant(Rival rival, double speed) {
        String name = Map.of(Rival.BEFORE, "b", Rival.AFTER, "a", Rival.AFTER_AGAIN, "c")
                .getOrDefault(rival, "");
        said.add("open " + name);
        return new PairedRounds.Contestant() {
            @Override
            public void warmUp(Workload workload) {
                said.add("warm " + name);
            }

            @Override
            public Map<Figure, Double> measure(Workload workload) {
                if (Double.isNaN(speed)) {
                    throw new WorkerFailedException("gone");
                }
                said.add(name);
                return Map.of(Figure.RATE, speed * (10_000 - said.size()));
            }

            @Override
            public void close() {
                said.add("close " + name);
            }
        };
    }
}
