package dev.mortise.benchmarks.report;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Spread;
import java.util.List;
import java.util.Map;

/** One panel for each scenario, two in a row: a bar is a median, the line on it goes from the least to the most. */
final class Chart {

    private static final String OURS = "#2f9e7e";
    private static final String PEERS = "#8b95a5";
    private static final String FLOORS = "#b9a26a";
    private static final String INK = "#768290";
    private static final String RANGE = "#d9534f";

    private static final double PANEL = 480;
    private static final double LABELS = 190;
    private static final double BARS = 215;
    private static final double ROW = 21;
    private static final double HEAD = 44;
    private static final double GAP = 26;
    private static final double MARGIN = 16;
    private static final double LEGEND = 30;

    private final Svg svg = new Svg();

    private Chart() {}

    static String of(Map<Scenario, List<Series>> scenarios) {
        Chart chart = new Chart();
        List<List<Series>> panels = scenarios.values().stream()
                .map(all -> all.stream().filter(series -> !series.hasFailed()).toList())
                .filter(all -> !all.isEmpty())
                .toList();
        double y = MARGIN + chart.legend();
        for (int i = 0; i < panels.size(); i += 2) {
            List<List<Series>> row = panels.subList(i, Math.min(i + 2, panels.size()));
            double height = 0;
            for (int column = 0; column < row.size(); column++) {
                height = Math.max(height, chart.panel(row.get(column), MARGIN + column * (PANEL + GAP), y));
            }
            y += height + GAP;
        }
        return chart.svg.document(2 * (MARGIN + PANEL) + GAP, y, "Mortise and its peers");
    }

    private double legend() {
        double x = MARGIN;
        String[][] kinds = {{OURS, "Mortise"}, {PEERS, "peers"}, {FLOORS, "bare scripts: the floor"}};
        for (String[] kind : kinds) {
            svg.bar(x, MARGIN, 12, 12, kind[0]);
            svg.text(x + 18, MARGIN + 10.5, "start", 12, "normal", INK, kind[1]);
            x += 40 + kind[1].length() * 6.6;
        }
        svg.line(x, MARGIN + 6, x + 18, MARGIN + 6, RANGE);
        svg.text(x + 24, MARGIN + 10.5, "start", 12, "normal", INK, "least to most of all rounds");
        return LEGEND;
    }

    /** Draws a panel and returns its height. */
    private double panel(List<Series> all, double x, double y) {
        Scenario scenario = all.get(0).scenario();
        Scale scale = Scale.of(all);
        svg.text(x, y + 14, "start", 15, "600", INK, scenario.title());
        String unit = scenario.isLatency()
                ? "median in microseconds, less is better; logarithmic"
                : "pairs a second, more is better";
        svg.text(x, y + 31, "start", 11, "normal", INK, unit);
        double top = y + HEAD;
        for (Series series : all) {
            Spread figure = series.figure();
            double left = x + LABELS;
            double middle = top + ROW / 2;
            svg.text(
                    left - 8,
                    middle + 4,
                    "end",
                    12,
                    "normal",
                    INK,
                    series.team().title());
            svg.bar(left, top + 3, scale.width(figure.median()), ROW - 6, colour(series.entrant()));
            svg.line(left + scale.width(figure.least()), middle, left + scale.width(figure.most()), middle, RANGE);
            double end = left + scale.width(figure.most()) + 7;
            String weight = series.entrant().isMortise() ? "600" : "normal";
            svg.text(end, middle + 4, "start", 12, weight, INK, Figures.plain(figure.median()));
            top += ROW;
        }
        svg.line(x + LABELS, y + HEAD, x + LABELS, top, INK);
        return top - y;
    }

    private static String colour(Entrant entrant) {
        return entrant.isMortise() ? OURS : entrant.name().startsWith("FLOOR") ? FLOORS : PEERS;
    }

    /** From a figure to the length of its bar. Rates begin at 0; times at a third of the least, on a logarithmic scale. */
    private record Scale(boolean logarithmic, double from, double to) {

        static Scale of(List<Series> all) {
            boolean latency = all.get(0).scenario().isLatency();
            double most = Spread.of(all, series -> series.figure().most()).most();
            double least = Spread.of(all, series -> series.figure().least()).least();
            return latency ? new Scale(true, Math.log(least / 3), Math.log(most)) : new Scale(false, 0, most);
        }

        double width(double figure) {
            return ((logarithmic ? Math.log(figure) : figure) - from) / (to - from) * BARS;
        }
    }
}
