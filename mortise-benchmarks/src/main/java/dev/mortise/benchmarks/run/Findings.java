package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a run has found.
 *
 * @param scenarios of each scenario that was run, the series of its teams
 * @param holds by their number, of each entrant, the rounds of the holds; none of one that failed
 */
public record Findings(
        Plan plan, Map<Scenario, List<Series>> scenarios, Map<Integer, Map<Entrant, List<HoldSample>>> holds) {

    /** One entrant in one scenario, if it was there and did not fail. */
    public Optional<Series> series(Scenario scenario, Entrant entrant) {
        return series(scenario, team -> team.entrant() == entrant);
    }

    /** The first such team in one scenario, if it was there and did not fail. */
    public Optional<Series> series(Scenario scenario, Predicate<Team> which) {
        return scenarios.getOrDefault(scenario, List.of()).stream()
                .filter(series -> which.test(series.team()))
                .filter(series -> !series.hasFailed())
                .findFirst();
    }

    /** All that took part. */
    public Set<Entrant> entrants() {
        Set<Entrant> entrants = EnumSet.noneOf(Entrant.class);
        scenarios.values().forEach(all -> all.forEach(series -> entrants.add(series.entrant())));
        holds.values().forEach(some -> entrants.addAll(some.keySet()));
        return entrants;
    }

    /** All series that failed. */
    public List<Series> failures() {
        return scenarios.values().stream()
                .flatMap(List::stream)
                .filter(Series::hasFailed)
                .toList();
    }

    /** Whether Mortise failed anywhere. */
    public boolean hasOurFailure() {
        Stream<Entrant> ofHolds = holds.values().stream()
                .flatMap(entrants -> entrants.entrySet().stream())
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey);
        return Stream.concat(failures().stream().map(Series::entrant), ofHolds).anyMatch(Entrant::isMortise);
    }
}
