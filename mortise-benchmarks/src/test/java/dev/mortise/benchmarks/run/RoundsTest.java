package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Plan TINY = new Plan(2, 150, 100, 1, 10, false, 1, 1);

    @Test
    void runsRoundsInProcessesOfTheirOwn() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            List<Entrant> entrants = List.of(Entrant.MORTISE_JEDIS, Entrant.FLOOR_JEDIS);

            List<Series> all = rounds.run(Scenario.SOLO, entrants, TINY.rounds());

            assertThat(all).extracting(Series::entrant).isEqualTo(entrants);
            Series floor = all.get(1);
            assertThat(floor.samples()).hasSize(2).allSatisfy(sample -> {
                assertThat(sample.commandsPerOperation())
                        .as("but for what nodes do now and then")
                        .isCloseTo(8, within(0.5));
                assertThat(sample.waits().getTotalCount()).isEqualTo(sample.all());
                assertThat(sample.redisMicros()).isPositive();
            });
        }
    }
}
