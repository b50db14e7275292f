package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run has found.
 *
 * @param scenarios of each scenario that was run, the series of its entrants
 * @param holds of each entrant, the rounds of the holds; empty when they were not run
 */
public record Findings(Plan plan, Map<Scenario, List<Series>> scenarios, Map<Entrant, List<HoldSample>> holds) {

    /** One entrant in one scenario, if it was there. */
    public Optional<Series> series(Scenario scenario, Entrant entrant) {
        return scenarios.getOrDefault(scenario, List.of()).stream()
                .filter(series -> series.entrant() == entrant)
                .findFirst();
    }
}
