package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.Order;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All rounds of a run as JSON. */
final class Protocol {

    private Protocol() {}

    static String json(Findings findings, Machine machine) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", machine.facts());
        all.put("versions", machine.versions());
        List<Object> bars = new ArrayList<>();
        Bars.of(findings).forEach(bar -> bars.add(bar(bar)));
        all.put("bars", bars);
        Map<String, Object> scenarios = new LinkedHashMap<>();
        findings.scenarios().forEach((scenario, series) -> {
            Map<String, Object> entrants = new LinkedHashMap<>();
            series.forEach(one -> entrants.put(one.team().title(), series(one)));
            scenarios.put(scenario.title(), entrants);
        });
        all.put("scenarios", scenarios);
        Map<String, Object> holds = new LinkedHashMap<>();
        findings.holds().forEach((count, entrants) -> {
            Map<String, Object> some = new LinkedHashMap<>();
            entrants.forEach((entrant, samples) -> some.put(
                    entrant.title(), samples.stream().map(Protocol::hold).toList()));
            holds.put(count.toString(), some);
        });
        all.put("holds", holds);
        return Json.write(all);
    }

    private static Map<String, Object> bar(Bar bar) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("bar", bar.text());
        map.put("limit", bar.limitText());
        map.put("measured", bar.value());
        map.put("verdict", bar.verdict());
        return map;
    }

    private static Map<String, Object> series(Series series) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("unit", series.scenario().isLatency() ? "microseconds, median" : "pairs a second");
        map.put("processes", series.team().processes());
        map.put("nodesOfAProcess", series.team().nodes());
        map.put("threadsOfANode", series.team().threads());
        if (series.hasFailed()) {
            map.put("failure", series.failure());
        } else {
            map.put("median", series.figure().median());
        }
        Order order = series.order();
        if (order != null) {
            map.put("grantsWhileOthersWaited", order.grants());
            map.put("grantsOutOfOrder", order.overtaken());
        }
        List<Object> rounds = new ArrayList<>();
        series.samples().forEach(sample -> rounds.add(sample(sample)));
        map.put("rounds", rounds);
        return map;
    }

    private static Map<String, Object> sample(Sample sample) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("perSecond", sample.perSecond());
        map.put("operations", sample.all());
        map.put("perProcess", sample.perProcess());
        map.put("perThread", sample.perThread());
        map.put("commandsPerOperation", sample.commandsPerOperation());
        map.put("scriptsPerOperation", sample.scriptsPerOperation());
        map.put("redisMicrosPerOperation", sample.redisMicros());
        map.put("clientMicrosPerOperation", sample.clientMicros());
        map.put("waitMicrosP50", sample.waitMicros(50));
        map.put("waitMicrosP99", sample.waitMicros(99));
        map.put("waitMicrosP999", sample.waitMicros(99.9));
        map.put("waitMicrosMost", sample.waitMicros(100));
        map.put("commands", sample.commands());
        return map;
    }

    private static Map<String, Object> hold(HoldSample sample) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("holds", sample.holds());
        map.put("acquireSeconds", sample.acquireSeconds());
        map.put("heapBytesEach", sample.heapBytes());
        map.put("clientShareOfACore", sample.clientShare());
        map.put("redisShareOfACore", sample.redisShare());
        map.put("commandsPerSecond", sample.commandsPerSecond());
        map.put("renewed", sample.renewed());
        map.put("renewalAgainstDueMillisLeast", sample.earliestMillis());
        map.put("renewalAgainstDueMillisP99", sample.lateMillis());
        map.put("renewalAgainstDueMillisMost", sample.latestMillis());
        map.put("allKept", sample.keptAll());
        return map;
    }
}
