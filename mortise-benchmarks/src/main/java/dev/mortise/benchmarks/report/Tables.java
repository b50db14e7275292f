package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The findings as tables. */
final class Tables {

    private Tables() {}

    /** One scenario. The ratio is the first entrant's figure against each other's. */
    static Grid scenario(List<Series> all) {
        Series first = all.get(0);
        boolean latency = first.scenario().isLatency();
        boolean contended = first.scenario().isContended();
        Grid grid = new Grid(
                "",
                latency ? "median µs" : "pairs a second",
                "Mortise, times better",
                "commands",
                "Redis µs",
                "client µs",
                "wait p50",
                "p99",
                "p99.9",
                "most",
                contended && !latency ? "shares" : "");
        for (Series series : all) {
            Histogram waits = series.waits();
            grid.row(
                    series.entrant().title(),
                    Figures.spread(series.figure()),
                    series == first ? "" : Figures.spread(first.ratioTo(series)),
                    median(series, Sample::commandsPerOperation),
                    median(series, Sample::redisMicros),
                    median(series, Sample::clientMicros),
                    Figures.time(waits.getValueAtPercentile(50) / 1e3),
                    Figures.time(waits.getValueAtPercentile(99) / 1e3),
                    Figures.time(waits.getValueAtPercentile(99.9) / 1e3),
                    Figures.time(waits.getMaxValue() / 1e3),
                    contended && !latency ? shares(series) : "");
        }
        return grid;
    }

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
        holds.forEach((entrant, samples) -> grid.row(
                entrant.title(),
                Figures.spread(Spread.of(samples, sample -> sample.clientShare() * 100)) + " %",
                Figures.spread(Spread.of(samples, sample -> sample.redisShare() * 100)) + " %",
                Figures.spread(Spread.of(samples, HoldSample::heapBytes)),
                median(samples, HoldSample::commandsPerSecond),
                median(samples, HoldSample::renewed),
                Figures.plain(Spread.of(samples, HoldSample::earliestMillis).least()) + " to "
                        + Figures.plain(
                                Spread.of(samples, HoldSample::latestMillis).most()),
                median(samples, HoldSample::lateMillis),
                median(samples, HoldSample::acquireSeconds),
                samples.stream().allMatch(HoldSample::keptAll) ? "yes" : "NO"));
        return grid;
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
            Sample sample = series.samples().get(0);
            Map<String, String> parts = new TreeMap<>();
            sample.commands().forEach((command, calls) -> {
                double each = calls / (double) sample.all();
                if (each >= 0.005) {
                    parts.put(command, Figures.plain(each));
                }
            });
            grid.row(series.entrant().title(), Figures.plain(sample.commandsPerOperation()), parts.toString());
        }
        return grid;
    }

    private static String shares(Series series) {
        Spread least = Spread.of(series.samples(), sample -> sample.shares().least());
        Spread most = Spread.of(series.samples(), sample -> sample.shares().most());
        return Figures.plain(least.median()) + "–" + Figures.plain(most.median());
    }

    private static String median(Series series, ToDoubleFunction<Sample> figure) {
        return Figures.plain(Spread.of(series.samples(), figure).median());
    }

    private static String median(List<HoldSample> samples, ToDoubleFunction<HoldSample> figure) {
        return Figures.plain(Spread.of(samples, figure).median());
    }
}
