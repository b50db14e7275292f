package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.HoldsRun;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The bars, and how the findings stand against them. */
public final class Bars {

    private static final Entrant JEDIS = Entrant.MORTISE_JEDIS;

    private Bars() {}

    public static List<Bar> of(Findings findings) {
        List<Bar> bars = new ArrayList<>(List.of(
                times(findings, Scenario.SOLO, JEDIS, 1.8, Entrant.REDISSON),
                times(findings, Scenario.SOLO, JEDIS, 0.85, Entrant.FLOOR_JEDIS),
                times(findings, Scenario.SOLO, Entrant.MORTISE_LETTUCE, 0.85, Entrant.FLOOR_LETTUCE),
                times(
                        findings,
                        Scenario.SOLO,
                        Entrant.MORTISE_SPRING,
                        0.8,
                        Entrant.SPRING_LISTENING,
                        Entrant.SPRING_SPINNING),
                atMost(
                        "one thread: Redis commands of a pair",
                        10,
                        "",
                        findings.series(Scenario.SOLO, JEDIS)
                                .map(series -> Spread.of(series.samples(), sample -> sample.commandsPerOperation())
                                        .median())
                                .orElse(Double.NaN)),
                times(findings, Scenario.WIDE, JEDIS, 8, Entrant.REDISSON),
                times(findings, Scenario.WIDE, JEDIS, 1.8, Entrant.FLOOR_LETTUCE),
                times(findings, Scenario.REENTRY, JEDIS, 4, Entrant.SPRING_LISTENING, Entrant.SPRING_SPINNING)));
        bars.addAll(holds(findings));
        bars.addAll(ContendedBars.of(findings));
        return bars;
    }

    /** Those that the run has measured. */
    static List<Bar> measured(Findings findings) {
        return of(findings).stream().filter(Bar::isMeasured).toList();
    }

    private static List<Bar> holds(Findings findings) {
        List<HoldSample> holds =
                findings.holds().getOrDefault(HoldsRun.MANY, Map.of()).getOrDefault(JEDIS, List.of());
        List<Bar> bars = new ArrayList<>();
        bars.add(hold("client's share of a core", 1, " %", holds, sample -> sample.clientShare() * 100));
        bars.add(hold("Redis's share of a core", 0.5, " %", holds, sample -> sample.redisShare() * 100));
        bars.add(hold("heap each", 600, " B", holds, HoldSample::heapBytes));
        double latest = holds.stream()
                .mapToDouble(sample -> sample.renewed() < sample.holds() ? Double.MAX_VALUE : sample.latestMillis())
                .max()
                .orElse(Double.NaN);
        bars.add(atMost("10,000 holds: latest renewal after its due time", 100, " ms", latest));
        return bars;
    }

    /** So many times the best of the others. */
    static Bar times(Findings findings, Scenario scenario, Entrant ours, double limit, Entrant... others) {
        double value = Double.NaN;
        String name = "";
        for (Entrant other : others) {
            Series mine = findings.series(scenario, ours).orElse(null);
            Series theirs = findings.series(scenario, other).orElse(null);
            double ratio = mine == null || theirs == null
                    ? Double.NaN
                    : mine.ratioTo(theirs).median();
            if (name.isEmpty() || ratio < value) {
                value = ratio;
                name = other.title();
            }
        }
        String text = scenario.title() + ": " + ours.title() + " against " + name;
        return new Bar(text, limit, true, " ×", value);
    }

    private static Bar hold(
            String what, double limit, String unit, List<HoldSample> holds, ToDoubleFunction<HoldSample> figure) {
        double value = holds.isEmpty() ? Double.NaN : Spread.of(holds, figure).median();
        return atMost("10,000 holds: " + what, limit, unit, value);
    }

    static Bar atMost(String text, double limit, String unit, double value) {
        return new Bar(text, limit, false, unit, value);
    }
}
