package dev.mortise.benchmarks.before;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What the user sees of {@link Results}. */
final class BeforeReport {

    private static final String GAP = "  ";

    private BeforeReport() {}

    /** The rates with their verdicts. */
    static String rates(Results results, Collection<Workload> workloads) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "",
                "before/s",
                "after/s",
                "p99 before",
                "p99 after",
                "after/before",
                "control (equal code)",
                "verdict"));
        for (Workload workload : workloads) {
            Comparison change = results.change(workload, Figure.RATE);
            Comparison control = results.control(workload, Figure.RATE);
            rows.add(List.of(
                    workload.title(),
                    figure(results.median(workload, Figure.RATE, Rival.BEFORE)),
                    figure(results.median(workload, Figure.RATE, Rival.AFTER)),
                    micros(results.median(workload, Figure.P99, Rival.BEFORE)),
                    micros(results.median(workload, Figure.P99, Rival.AFTER)),
                    ratio(change),
                    ratio(control),
                    verdict(change, control)));
        }
        return table(rows);
    }

    /** The counted figures with their verdicts. */
    static String counters(Results results, Collection<Workload> workloads) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "of a pair", "before", "after", "after/before", "control (equal code)", "verdict"));
        for (Workload workload : workloads) {
            for (Figure figure : Figure.values()) {
                if (results.has(workload, figure)) {
                    Comparison change = results.change(workload, figure);
                    Comparison control = results.control(workload, figure);
                    rows.add(List.of(
                            workload.title(),
                            figure.title(),
                            figure(results.median(workload, figure, Rival.BEFORE)),
                            figure(results.median(workload, figure, Rival.AFTER)),
                            ratio(change),
                            ratio(control),
                            CountVerdict.of(change, control).text()));
                }
            }
        }
        return table(rows);
    }

    static String verdict(Comparison change, Comparison control) {
        Verdict verdict = Verdict.of(change, control);
        if (verdict != Verdict.UNDECIDED) {
            return verdict.text();
        }
        Verdict equalCode = Verdict.of(control);
        if (equalCode.isDifference()) {
            return verdict.text() + ": the control is " + equalCode.text() + "; repeat it on a quiet machine";
        }
        if (change.rounds() < Verdict.FEWEST_ROUNDS) {
            return verdict.text() + ": at least " + Verdict.FEWEST_ROUNDS + " rounds are needed";
        }
        int rounds = Verdict.roundsToDecide(change);
        boolean tooMany = rounds > BeforeOptions.MOST_ROUNDS;
        String looks = change.high() < Verdict.SLOWER_BELOW ? "looks slower, " : "";
        return verdict.text() + ": " + looks + (tooMany ? "not even " + BeforeOptions.MOST_ROUNDS : "about " + rounds)
                + " rounds would decide";
    }

    /** A ratio with its interval, if there is one. */
    static String ratio(Comparison comparison) {
        String ratio = String.format(Locale.ROOT, "%.3f", comparison.ratio());
        return comparison.hasInterval()
                ? ratio + String.format(Locale.ROOT, " [%.3f–%.3f]", comparison.low(), comparison.high())
                : ratio + " [one round]";
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.4f" : value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static String micros(double micros) {
        return micros < 1000
                ? String.format(Locale.ROOT, "%.0f µs", micros)
                : String.format(Locale.ROOT, "%.1f ms", micros / 1000);
    }

    /** Columns of text; all but the first and the last are flush right. */
    private static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int at = column;
                int width = rows.stream()
                        .mapToInt(each -> each.get(at).length())
                        .max()
                        .orElse(0);
                String cell = row.get(column);
                String pad = " ".repeat(width - cell.length());
                boolean left = column == 0 || column == row.size() - 1;
                line.append(GAP).append(left ? cell + pad : pad + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
