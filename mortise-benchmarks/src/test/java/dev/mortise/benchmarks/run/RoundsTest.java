package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("servers")
class RoundsTest {

    private static final Plan TINY = new Plan(2, 150, 100, 100, 1, 150, 1, false, 1, 1);

    @Test
    void runsRoundsInProcessesOfTheirOwn() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            List<Entrant> entrants = List.of(Entrant.MORTISE_JEDIS, Entrant.FLOOR_JEDIS);

            List<Series> all = rounds.run(Scenario.SOLO, Team.each(entrants, 1, 1), TINY.rounds());

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

    @Test
    void contendedScenariosAreCountedAndTheirOrderIsWatched() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            Series fair = only(rounds.run(Scenario.FAIR, Team.each(List.of(Entrant.MORTISE_FAIR), 1, 4), 1));
            Series nodes = only(rounds.run(Scenario.NODES, Team.growingNodes(Entrant.MORTISE_UNSLICED, 2, 2), 1));
            Series relay = only(rounds.run(Scenario.HANDOVER, Team.each(List.of(Entrant.FLOOR_RELAY), 2, 1), 1));

            assertThat(fair.order()).isNotNull().satisfies(order -> {
                assertThat(order.grants()).isPositive();
                assertThat(order.overtaken()).isZero();
            });
            assertThat(nodes.samples()).singleElement().satisfies(sample -> {
                assertThat(sample.perThread()).as("two threads of three nodes").hasSize(6);
                assertThat(sample.scriptsPerOperation()).isPositive();
            });
            assertThat(relay.samples())
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.waitMicros(50)).isPositive());
        }
    }

    @Test
    void whoFailsIsOutAndOthersGoOn() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            List<Entrant> entrants = List.of(Entrant.SHEDLOCK, Entrant.MORTISE_JEDIS);

            List<Series> all = rounds.run(Scenario.REENTRY, Team.each(entrants, 1, 1), 1);

            assertThat(all.get(0).failure()).as("it does not re-enter").contains("ShedLock, process 1 ended too early");
            assertThat(all.get(1).hasFailed()).isFalse();
            assertThat(all.get(1).samples()).hasSize(1);
        }
    }

    private static Series only(List<Series> all) {
        assertThat(all)
                .singleElement()
                .satisfies(series -> assertThat(series.failure()).isNull());
        return all.get(0);
    }
}
