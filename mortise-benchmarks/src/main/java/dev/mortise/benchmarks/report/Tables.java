package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Holds, bars and commands as tables. */
final class Tables {

    private Tables() {}

    static Grid holds(Map<Entrant, List<HoldSample>> holds) {
        Grid grid = new Grid(
                "",
                "client, of a core",
                "Redis, of a core",
                "heap each, B",
                "commands a second",
                "renewed",
                "renewal against due, ms",
                "p99",
                "taken in, s",
                "all kept");
        holds.forEach((entrant, samples) -> grid.row(samples.isEmpty() ? failed(entrant) : row(entrant, samples)));
        return grid;
    }

    private static String[] row(Entrant entrant, List<HoldSample> samples) {
        return new String[] {
            entrant.title(),
            Figures.spread(Spread.of(samples, sample -> sample.clientShare() * 100)) + " %",
            Figures.spread(Spread.of(samples, sample -> sample.redisShare() * 100)) + " %",
            Figures.spread(Spread.of(samples, HoldSample::heapBytes)),
            median(samples, HoldSample::commandsPerSecond),
            median(samples, HoldSample::renewed),
            Figures.plain(Spread.of(samples, HoldSample::earliestMillis).least()) + " to "
                    + Figures.plain(Spread.of(samples, HoldSample::latestMillis).most()),
            median(samples, HoldSample::lateMillis),
            median(samples, HoldSample::acquireSeconds),
            samples.stream().allMatch(HoldSample::keptAll) ? "yes" : "NO"
        };
    }

    private static String[] failed(Entrant entrant) {
        String[] row = new String[10];
        Arrays.fill(row, "");
        row[0] = entrant.title();
        row[1] = "failed";
        return row;
    }

    static Grid bars(List<Bar> bars) {
        Grid grid = new Grid("bar", "limit", "measured", "");
        bars.forEach(bar -> grid.row(bar.text(), bar.limitText(), bar.valueText(), bar.verdict()));
        return grid;
    }

    /** Which commands one operation of each takes. */
    static Grid commands(List<Series> all) {
        Grid grid = new Grid("", "commands a pair", "");
        for (Series series : all) {
            if (series.hasFailed()) {
                continue;
            }
            Sample sample = series.samples().get(0);
            Map<String, String> parts = new TreeMap<>();
            sample.commands().forEach((command, calls) -> {
                double each = calls / (double) sample.all();
                if (each >= 0.005) {
                    parts.put(command, Figures.plain(each));
                }
            });
            grid.row(series.team().title(), Figures.plain(sample.commandsPerOperation()), parts.toString());
        }
        return grid;
    }

    private static String median(List<HoldSample> samples, ToDoubleFunction<HoldSample> figure) {
        return Figures.plain(Spread.of(samples, figure).median());
    }
}
