package dev.mortise.benchmarks.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a team has reached in a scenario so far. One that failed has no further turn. */
final class Tally {

    private final Team team;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable Order order;
    private @Nullable String failure;

    Tally(Team team) {
        this.team = team;
    }

    Team team() {
        return team;
    }

    boolean hasFailed() {
        return failure != null;
    }

    void add(Sample sample) {
        samples.add(sample);
    }

    void keep(Order seen) {
        order = seen;
    }

    void fail(String why) {
        failure = why;
    }

    Series series(Scenario scenario) {
        return new Series(scenario, team, List.copyOf(samples), order, failure);
    }
}
