package dev.mortise.benchmarks.before;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Every figure of every round. */
final class Results {

    private final Map<Workload, Map<Figure, Map<Rival, List<Double>>>> values = new EnumMap<>(Workload.class);

    void add(Workload workload, Figure figure, Rival rival, double value) {
        values.computeIfAbsent(workload, key -> new EnumMap<>(Figure.class))
                .computeIfAbsent(figure, key -> new EnumMap<>(Rival.class))
                .computeIfAbsent(rival, key -> new ArrayList<>())
                .add(value);
    }

    boolean has(Workload workload, Figure figure) {
        return values.getOrDefault(workload, Map.of()).containsKey(figure);
    }

    /** The figure in each round. */
    List<Double> rounds(Workload workload, Figure figure, Rival rival) {
        return values.getOrDefault(workload, Map.of())
                .getOrDefault(figure, Map.of())
                .getOrDefault(rival, List.of());
    }

    /** The median of the rounds. */
    double median(Workload workload, Figure figure, Rival rival) {
        List<Double> sorted = rounds(workload, figure, rival).stream().sorted().toList();
        int size = sorted.size();
        return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }

    /** One rival against another, round by round. */
    Comparison compare(Workload workload, Figure figure, Rival rival, Rival against) {
        List<Double> upper = rounds(workload, figure, rival);
        List<Double> lower = rounds(workload, figure, against);
        double[] logs = new double[upper.size()];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(upper.get(i) / lower.get(i));
        }
        return Comparison.of(logs);
    }

    /** The ratio of the working tree to the commit. */
    Comparison change(Workload workload, Figure figure) {
        return compare(workload, figure, Rival.AFTER, Rival.BEFORE);
    }

    /** The ratio of two rivals that run the same classes. */
    Comparison control(Workload workload, Figure figure) {
        return compare(workload, figure, Rival.AFTER_AGAIN, Rival.AFTER);
    }

    /** Takes over what another run has found. */
    void addAll(Results others) {
        others.values.forEach((workload, figures) -> figures.forEach((figure, rivals) ->
                rivals.forEach((rival, rounds) -> rounds.forEach(value -> add(workload, figure, rival, value)))));
    }

    /** Adds a round that consists of turns: the median of each figure. */
    void addMedians(Results turns) {
        turns.values.forEach((workload, figures) -> figures.forEach((figure, rivals) ->
                rivals.keySet().forEach(rival -> add(workload, figure, rival, turns.median(workload, figure, rival)))));
    }

    /** One line for each workload, figure and round. */
    String csv() {
        StringBuilder text = new StringBuilder("scenario,figure,round,before,after,after again\n");
        values.forEach((workload, figures) -> figures.forEach((figure, rivals) -> {
            for (int i = 0; i < rounds(workload, figure, Rival.BEFORE).size(); i++) {
                text.append(String.format(Locale.ROOT, "%s,%s,%d", workload.word(), figure.word(), i + 1));
                for (Rival rival : Rival.values()) {
                    text.append(String.format(
                            Locale.ROOT,
                            ",%.3f",
                            rounds(workload, figure, rival).get(i)));
                }
                text.append('\n');
            }
        }));
        return text.toString();
    }
}
