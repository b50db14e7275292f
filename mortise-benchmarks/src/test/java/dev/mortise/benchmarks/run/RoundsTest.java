package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.tck.SafetyViolation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
@Tag("servers")
class RoundsTest {

    private static final Plan TINY = new Plan(2, 150, 100, 100, 1, 150, 1, false, 1, 1);

    @Test
    void runsRoundsInProcessesOfTheirOwn() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            List<Entrant> entrants = List.of(Entrant.MORTISE_JEDIS, Entrant.FLOOR_JEDIS);

            List<Series> all = run(rounds, Scenario.SOLO, Team.each(entrants, 1, 1), TINY.rounds());

            assertThat(all).extracting(Series::entrant).isEqualTo(entrants);
            Series floor = all.get(1);
            assertThat(floor.samples()).hasSize(2).allSatisfy(sample -> {
                long commands = Math.round(sample.commandsPerOperation() * sample.all());
                assertThat(commands - 8 * sample.all())
                        .as("commands of the bench and of nodes, besides the eight of each operation")
                        .isBetween(0L, 40L);
                assertThat(sample.waits().getTotalCount()).isEqualTo(sample.all());
                assertThat(sample.redisMicros()).isPositive();
            });
        }
    }

    @Test
    void contendedScenariosAreCountedAndTheirOrderIsWatched() throws InterruptedException {
        try (Ground ground = Ground.prepare();
                Rounds rounds = new Rounds(ground, TINY, text -> {})) {
            Series fair = only(run(rounds, Scenario.FAIR, Team.each(List.of(Entrant.MORTISE_FAIR), 1, 4), 1));
            Series nodes = only(run(rounds, Scenario.NODES, Team.growingNodes(Entrant.MORTISE_UNSLICED, 2, 2), 1));
            Series relay = only(run(rounds, Scenario.HANDOVER, Team.each(List.of(Entrant.FLOOR_RELAY), 2, 1), 1));

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

            List<Series> all = run(rounds, Scenario.REENTRY, Team.each(entrants, 1, 1), 1);

            assertThat(all.get(0).failure()).as("it does not re-enter").contains("ShedLock, process 1 ended too early");
            assertThat(all.get(1).hasFailed()).isFalse();
            assertThat(all.get(1).samples()).hasSize(1);
        }
    }

    /** Whatever the bench finds wrong with a lock of Mortise fails the build. */
    private static List<Series> run(Rounds rounds, Scenario scenario, List<Team> teams, int count)
            throws InterruptedException {
        try {
            return rounds.run(scenario, teams, count);
        } catch (ViolationException e) {
            throw new SafetyViolation(String.valueOf(e.getMessage()), e);
        }
    }

    private static Series only(List<Series> all) {
        assertThat(all)
                .singleElement()
                .satisfies(series -> assertThat(series.failure()).isNull());
        return all.get(0);
    }
}
