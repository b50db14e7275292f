package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.run.Order;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** One scenario, a row for each team. Of one that failed only the reason is shown. */
final class ScenarioTable {

    private final List<Series> all;
    private final Scenario scenario;
    private final List<String> heads = new ArrayList<>();
    private final List<Function<Series, String>> cells = new ArrayList<>();

    private ScenarioTable(List<Series> all) {
        this.all = all;
        this.scenario = all.get(0).scenario();
    }

    static Grid of(List<Series> all) {
        return new ScenarioTable(all).grid();
    }

    private Grid grid() {
        column(scenario.isLatency() ? "median µs" : "pairs a second", series -> Figures.spread(series.figure()));
        column(scenario.isGrowth() ? "against the fewest" : "Mortise, times better", this::ratio);
        column("commands", series -> median(series, Sample::commandsPerOperation));
        column("scripts", series -> median(series, Sample::scriptsPerOperation));
        column("Redis µs", series -> median(series, Sample::redisMicros));
        column("client µs", series -> median(series, Sample::clientMicros));
        column("wait p50", series -> wait(series.waits(), 50));
        column("p99", series -> wait(series.waits(), 99));
        column("p99.9", series -> wait(series.waits(), 99.9));
        column("longest", series -> wait(series.waits(), 100));
        if (scenario.isContended() && !scenario.isLatency()) {
            column("shares of processes", series -> shares(series, Sample::processShares));
            column("of threads", series -> shares(series, Sample::threadShares));
        }
        if (scenario.isFair()) {
            column("order", ScenarioTable::order);
        }
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(heads);
        Grid grid = new Grid(head.toArray(String[]::new));
        all.forEach(series -> grid.row(row(series)));
        return grid;
    }

    private void column(String head, Function<Series, String> cell) {
        heads.add(head);
        cells.add(cell);
    }

    private String[] row(Series series) {
        List<String> row = new ArrayList<>(List.of(series.team().title()));
        if (series.hasFailed()) {
            row.add("failed: " + series.failure());
            row.addAll(Collections.nCopies(cells.size() - 1, ""));
        } else {
            cells.forEach(cell -> row.add(cell.apply(series)));
        }
        return row.toArray(String[]::new);
    }

    /** The first team against this one; where teams grow, this one against the first of its entrant. */
    private String ratio(Series series) {
        Series first = all.stream()
                .filter(other -> !scenario.isGrowth() || other.entrant() == series.entrant())
                .findFirst()
                .orElse(series);
        if (first == series || first.hasFailed()) {
            return "";
        }
        return Figures.spread(scenario.isGrowth() ? series.ratioTo(first) : first.ratioTo(series));
    }

    private static String order(Series series) {
        Order order = series.order();
        if (order == null) {
            return "–";
        }
        String of = Figures.plain((double) order.grants()) + " grants";
        return order.isKept()
                ? "kept in " + of
                : "BROKEN in " + Figures.plain((double) order.overtaken()) + " of " + of;
    }

    private static String wait(Histogram waits, double percentile) {
        return Figures.time(waits.getValueAtPercentile(percentile) / 1e3);
    }

    private static String shares(Series series, Function<Sample, Spread> shares) {
        Spread least =
                Spread.of(series.samples(), sample -> shares.apply(sample).least());
        Spread most = Spread.of(series.samples(), sample -> shares.apply(sample).most());
        return Figures.plain(least.median()) + "–" + Figures.plain(most.median());
    }

    private static String median(Series series, ToDoubleFunction<Sample> figure) {
        return Figures.plain(Spread.of(series.samples(), figure).median());
    }
}
