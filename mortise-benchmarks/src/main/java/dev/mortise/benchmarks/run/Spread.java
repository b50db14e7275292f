package dev.mortise.benchmarks.run;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** The median of some figures, with the least and the most of them. */
public record Spread(double median, double least, double most) {

    /** Of at least one figure. */
    public static Spread of(double... figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        return new Spread((sorted[last / 2] + sorted[sorted.length / 2]) / 2, sorted[0], sorted[last]);
    }

    public static <T> Spread of(Collection<T> items, ToDoubleFunction<T> figure) {
        return of(items.stream().mapToDouble(figure).toArray());
    }
}
