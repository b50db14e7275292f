package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Message;
import dev.mortise.benchmarks.worker.Trips;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs scenarios. In every round each team has its turn, in rotating order, so that what the machine does meanwhile hits
 * all alike, and ratios are taken within a round. A team whose processes fail or fall silent is out of the scenario, and
 * begins the next one with new processes.
 */
public final class Rounds implements AutoCloseable {

    private static final long LONGEST_MILLIS = 30_000;

    private final Ground ground;
    private final Plan plan;
    private final Consumer<String> progress;
    private final Crews crews;

    /** How many processes of each have been warmed up. */
    private final Map<Entrant, Integer> warm = new EnumMap<>(Entrant.class);

    public Rounds(Ground ground, Plan plan, Consumer<String> progress) {
        this.ground = ground;
        this.plan = plan;
        this.progress = progress;
        this.crews = new Crews(ground);
    }

    /**
     * All rounds of a scenario.
     *
     * @throws ViolationException when a lock of Mortise was held twice, a counter under it is wrong, or a fair one was
     *     granted out of order
     */
    public List<Series> run(Scenario scenario) throws InterruptedException {
        return run(scenario, scenario.teams(), scenario.rounds(plan));
    }

    /** One round of it. */
    public List<Series> runOnce(Scenario scenario) throws InterruptedException {
        return run(scenario, scenario.teams(), 1);
    }

    /** Some rounds of some teams. */
    List<Series> run(Scenario scenario, List<Team> teams, int rounds) throws InterruptedException {
        List<Tally> tallies = teams.stream().map(Tally::new).toList();
        for (Tally tally : tallies) {
            progress.accept(scenario.title() + ": " + tally.team().title() + " warms up");
            turn(scenario, tally, () -> warmUp(scenario, tally.team()));
            if (scenario.isFair()) {
                turn(scenario, tally, () -> tally.keep(order(scenario, tally.team())));
            }
        }
        List<Tally> turns = new ArrayList<>(tallies);
        for (int i = 1; i <= rounds; i++) {
            progress.accept(scenario.title() + ": round " + i + " of " + rounds);
            for (Tally tally : turns) {
                turn(scenario, tally, () -> tally.add(roundWithFigures(scenario, tally.team())));
            }
            Collections.rotate(turns, 1);
        }
        return tallies.stream().map(tally -> tally.series(scenario)).toList();
    }

    @Override
    public void close() {
        crews.close();
    }

    private void warmUp(Scenario scenario, Team team) throws InterruptedException {
        boolean isNew = warm.getOrDefault(team.entrant(), 0) < team.processes();
        round(scenario, team, isNew ? plan.newMillis() : plan.warmUpMillis());
        warm.merge(team.entrant(), team.processes(), Math::max);
    }

    private interface Turn {
        void take() throws InterruptedException;
    }

    private void turn(Scenario scenario, Tally tally, Turn turn) throws InterruptedException {
        if (tally.hasFailed()) {
            return;
        }
        Entrant entrant = tally.team().entrant();
        try {
            turn.take();
        } catch (ViolationException e) {
            if (entrant.isMortise()) {
                throw e;
            }
            fail(scenario, tally, e);
        } catch (WorkerFailedException e) {
            fail(scenario, tally, e);
        }
    }

    private void fail(Scenario scenario, Tally tally, RuntimeException why) {
        progress.accept(scenario.title() + ": " + tally.team().title() + " FAILED: " + why.getMessage());
        tally.fail(String.valueOf(why.getMessage()));
        crews.end(tally.team().entrant());
        warm.remove(tally.team().entrant());
        ground.server().command("FLUSHDB"); // what killed processes held would stand in the way of the next
    }

    /** A round that is watched. A peer may break the order: that is shown. */
    private Order order(Scenario scenario, Team team) throws InterruptedException {
        for (long millis = plan.warmUpMillis(); millis <= LONGEST_MILLIS; millis *= 4) {
            try (OrderWatch watch = OrderWatch.begin(ground.server(), Turns.of(team.entrant()))) {
                Sample sample = round(scenario, team, millis);
                Order order = watch.order();
                if (team.entrant().isMortise()) {
                    Exclusion.checkOrder(who(scenario, team), order, sample.all());
                }
                if (order.grants() > 0) {
                    return order;
                }
            }
        }
        throw new WorkerFailedException("nobody was seen to wait");
    }

    /** A round; on a machine so busy that nothing ended within it, a longer one. */
    private Sample roundWithFigures(Scenario scenario, Team team) throws InterruptedException {
        for (long millis = scenario.millis(plan); millis <= LONGEST_MILLIS; millis *= 4) {
            Sample sample = round(scenario, team, millis);
            if (sample.inTime() > 0) {
                return sample;
            }
        }
        throw new WorkerFailedException("nothing ended within " + LONGEST_MILLIS + " ms");
    }

    private Sample round(Scenario scenario, Team team, long millis) throws InterruptedException {
        Crew crew = crews.of(team.entrant());
        crew.muster(team.processes());
        ground.page().clear();
        ground.server().command("SET", Trips.KEY, "0");
        ServerUse before = ServerUse.soFar(ground.server());
        Message order = scenario.order(team, millis);
        List<Message> answers = crew.run(order, team.processes(), Duration.ofMillis(millis));
        ServerUse use = ServerUse.soFar(ground.server()).since(before);
        Sample sample = Sample.of(answers, millis, use);
        String who = who(scenario, team);
        Exclusion.checkOverlaps(
                who,
                answers.stream().mapToLong(answer -> answer.number("overlaps")).sum());
        if (scenario.isContended()) {
            Exclusion.checkCount(who, sample.all(), ground.page().visits(0));
        }
        if (scenario.countsInRedis()) {
            String counter = String.valueOf(ground.server().command("GET", Trips.KEY));
            Exclusion.checkCount(who, sample.all(), Long.parseLong(counter));
        }
        return sample;
    }

    private static String who(Scenario scenario, Team team) {
        return team.title() + " in '" + scenario.title() + "'";
    }
}
