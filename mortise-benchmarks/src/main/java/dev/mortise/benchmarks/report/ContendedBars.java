package dev.mortise.benchmarks.report;

import static dev.mortise.benchmarks.report.Bars.atMost;
import static dev.mortise.benchmarks.report.Bars.times;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.Order;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The bars of locks that many want. */
final class ContendedBars {

    private static final Entrant JEDIS = Entrant.MORTISE_JEDIS;
    private static final Entrant UNSLICED = Entrant.MORTISE_UNSLICED;
    private static final Entrant[] SPRING = {Entrant.SPRING_LISTENING, Entrant.SPRING_SPINNING};

    private ContendedBars() {}

    static List<Bar> of(Findings findings) {
        List<Bar> bars = new ArrayList<>();
        bars.addAll(oneProcess(findings));
        bars.addAll(fourProcesses(findings));
        bars.addAll(throughRedis(findings));
        bars.addAll(fair(findings, Scenario.FAIR));
        bars.addAll(fair(findings, Scenario.FAIR_MULTI));
        bars.addAll(handOver(findings));
        bars.add(grown(findings));
        return bars;
    }

    private static List<Bar> oneProcess(Findings findings) {
        Optional<Series> ours = findings.series(Scenario.HOT, JEDIS);
        Optional<Series> theirs = findings.series(Scenario.HOT, Entrant.REDISSON);
        return List.of(
                times(findings, Scenario.HOT, JEDIS, 25, Entrant.REDISSON),
                times(findings, Scenario.HOT, JEDIS, 15, SPRING),
                atMost(
                        "16 threads, one lock: p99 wait, of Redisson's",
                        0.02,
                        " ×",
                        of(
                                ours,
                                theirs,
                                (mine, other) -> mine.times(other, sample -> sample.waitMicros(99))
                                        .median())),
                times(findings, Scenario.HOT, Entrant.MORTISE_SPRING, 3, SPRING));
    }

    private static List<Bar> fourProcesses(Findings findings) {
        Optional<Series> lasting = findings.series(Scenario.LONG, JEDIS);
        Optional<Series> guarded = findings.series(Scenario.LONG_GUARDED, JEDIS);
        return List.of(
                times(findings, Scenario.MULTI, JEDIS, 40, Entrant.REDISSON),
                new Bar(
                        "4 processes × 4 threads, long rounds: smallest share of a process, in any round",
                        0.85,
                        true,
                        "",
                        of(
                                lasting,
                                series -> least(
                                        series, sample -> sample.processShares().least()))),
                atMost(
                        "4 processes × 4 threads, long rounds: p99.9 wait",
                        10,
                        " ms",
                        of(lasting, series -> series.waits().getValueAtPercentile(99.9) / 1e6)),
                times(findings, Scenario.GUARDED, JEDIS, 8, Entrant.REDISSON),
                new Bar(
                        "4 processes × 4 threads, two trips inside, long rounds: smallest share of a thread, in any round",
                        0.7,
                        true,
                        "",
                        of(
                                guarded,
                                series -> least(
                                        series, sample -> sample.threadShares().least()))));
    }

    private static List<Bar> throughRedis(Findings findings) {
        Optional<Series> ours = findings.series(Scenario.MULTI, UNSLICED);
        Optional<Series> few = findings.series(Scenario.NODES, team -> team.nodes() == 3);
        Optional<Series> many = findings.series(Scenario.NODES, team -> team.nodes() == 17);
        return List.of(
                times(findings, Scenario.MULTI, UNSLICED, 6, Entrant.REDISSON),
                atMost(
                        "every hand-over through Redis: commands each",
                        12,
                        "",
                        of(ours, series -> median(series, Sample::commandsPerOperation))),
                atMost(
                        "every hand-over through Redis: scripts each, those at the ends of a round included",
                        1.05,
                        "",
                        of(ours, series -> median(series, Sample::scriptsPerOperation))),
                atMost(
                        "every hand-over through Redis: commands with 16 waiting nodes against 2",
                        1.2,
                        " ×",
                        of(
                                many,
                                few,
                                (mine, other) -> mine.times(other, Sample::commandsPerOperation)
                                        .median())));
    }

    private static List<Bar> fair(Findings findings, Scenario scenario) {
        Optional<Series> ours = findings.series(scenario, Entrant.MORTISE_FAIR);
        double overtaken = ours.map(Series::order)
                .map(Order::overtaken)
                .map(Long::doubleValue)
                .orElse(Double.NaN);
        return List.of(
                times(findings, scenario, Entrant.MORTISE_FAIR, 8, Entrant.REDISSON_FAIR),
                atMost(scenario.title() + ": grants out of order", 0, "", overtaken));
    }

    private static List<Bar> handOver(Findings findings) {
        Optional<Series> ours = findings.series(Scenario.HANDOVER, JEDIS);
        return List.of(
                atMost(
                        "hand-over between two processes, p50: of Redisson's",
                        0.3,
                        " ×",
                        of(ours, findings.series(Scenario.HANDOVER, Entrant.REDISSON), ContendedBars::timesP50)),
                atMost(
                        "hand-over between two processes, p50: of one bare script and message",
                        1.4,
                        " ×",
                        of(ours, findings.series(Scenario.HANDOVER, Entrant.FLOOR_RELAY), ContendedBars::timesP50)));
    }

    private static Bar grown(Findings findings) {
        Optional<Series> few =
                findings.series(Scenario.THREADS, team -> team.entrant() == JEDIS && team.threads() == 2);
        Optional<Series> many =
                findings.series(Scenario.THREADS, team -> team.entrant() == JEDIS && team.threads() == 64);
        double value = of(
                many, few, (mine, other) -> mine.times(other, Sample::perSecond).median());
        return new Bar("64 threads on one lock against 2", 0.9, true, " ×", value);
    }

    private static double timesP50(Series mine, Series other) {
        return mine.times(other, sample -> sample.waitMicros(50)).median();
    }

    private static double median(Series series, ToDoubleFunction<Sample> figure) {
        return Spread.of(series.samples(), figure).median();
    }

    private static double least(Series series, ToDoubleFunction<Sample> figure) {
        return Spread.of(series.samples(), figure).least();
    }

    private static double of(Optional<Series> series, ToDoubleFunction<Series> figure) {
        return series.map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static double of(Optional<Series> mine, Optional<Series> other, ToDoubleBiFunction<Series, Series> figure) {
        return mine.flatMap(ours -> other.map(theirs -> figure.applyAsDouble(ours, theirs)))
                .orElse(Double.NaN);
    }
}
