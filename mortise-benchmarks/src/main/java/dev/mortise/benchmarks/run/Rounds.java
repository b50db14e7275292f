package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Message;
import dev.mortise.benchmarks.worker.Trips;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs scenarios. In every round each entrant has its turn, in rotating order, so that what the machine does meanwhile
 * hits all alike, and ratios are taken within a round.
 */
public final class Rounds implements AutoCloseable {

    private static final long LONGEST_MILLIS = 30_000;

    private final Ground ground;
    private final Plan plan;
    private final Consumer<String> progress;
    private final Crews crews;

    public Rounds(Ground ground, Plan plan, Consumer<String> progress) {
        this.ground = ground;
        this.plan = plan;
        this.progress = progress;
        this.crews = new Crews(ground);
    }

    /**
     * All rounds of a scenario.
     *
     * @throws ViolationException when a lock was held twice, or a counter under it is wrong
     */
    public List<Series> run(Scenario scenario) throws InterruptedException {
        return run(scenario, scenario.entrants(), plan.rounds());
    }

    /** Some rounds of some entrants. */
    public List<Series> run(Scenario scenario, List<Entrant> entrants, int rounds) throws InterruptedException {
        Map<Entrant, List<Sample>> samples = new EnumMap<>(Entrant.class);
        entrants.forEach(entrant -> samples.put(entrant, new ArrayList<>()));
        for (Entrant entrant : entrants) {
            progress.accept(scenario.title() + ": " + entrant.title() + " warms up");
            round(scenario, entrant, plan.warmUpMillis());
        }
        List<Entrant> order = new ArrayList<>(entrants);
        for (int i = 1; i <= rounds; i++) {
            progress.accept(scenario.title() + ": round " + i + " of " + rounds);
            for (Entrant entrant : order) {
                Sample sample = roundWithFigures(scenario, entrant);
                Objects.requireNonNull(samples.get(entrant)).add(sample);
            }
            Collections.rotate(order, 1);
        }
        return entrants.stream()
                .map(entrant ->
                        new Series(scenario, entrant, List.copyOf(Objects.requireNonNull(samples.get(entrant)))))
                .toList();
    }

    @Override
    public void close() {
        crews.close();
    }

    /** A round; on a machine so busy that nothing ended within it, a longer one. */
    private Sample roundWithFigures(Scenario scenario, Entrant entrant) throws InterruptedException {
        for (long millis = scenario.millis(plan); millis <= LONGEST_MILLIS; millis *= 4) {
            Sample sample = round(scenario, entrant, millis);
            if (sample.inTime() > 0) {
                return sample;
            }
        }
        throw new IllegalStateException(entrant.title() + ": nothing ended within " + LONGEST_MILLIS + " ms");
    }

    private Sample round(Scenario scenario, Entrant entrant, long millis) throws InterruptedException {
        Crew crew = crews.of(entrant);
        crew.muster(scenario.processes());
        ground.page().clear();
        ground.server().command("SET", Trips.KEY, "0");
        ServerUse before = ServerUse.soFar(ground.server());
        List<Message> answers = crew.run(scenario.order(millis), scenario.processes());
        ServerUse use = ServerUse.soFar(ground.server()).since(before);
        Sample sample = Sample.of(answers, millis, use);
        String who = entrant.title() + " in '" + scenario.title() + "'";
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
}
