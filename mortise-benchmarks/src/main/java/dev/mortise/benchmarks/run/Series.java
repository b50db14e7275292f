package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Waits;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * All rounds of one team in one scenario.
 *
 * @param order in which a fair lock was granted; null where nobody looked
 * @param failure why it did not come to the end; null when it did. What it did before counts for nothing
 */
public record Series(
        Scenario scenario,
        Team team,
        List<Sample> samples,
        @Nullable Order order,
        @Nullable String failure) {

    public Entrant entrant() {
        return team.entrant();
    }

    public boolean hasFailed() {
        return failure != null;
    }

    /** The scenario's figure: operations a second, or the median hand-over in microseconds. */
    public Spread figure() {
        return Spread.of(samples, this::figure);
    }

    /** How many times better this is than the other, round by round. */
    public Spread ratioTo(Series other) {
        return scenario.isLatency() ? other.times(this, this::figure) : times(other, this::figure);
    }

    /** How many times the other's figure this one's is, round by round. */
    public Spread times(Series other, ToDoubleFunction<Sample> figure) {
        return Spread.of(IntStream.range(0, samples.size())
                .mapToDouble(round ->
                        figure.applyAsDouble(samples.get(round)) / figure.applyAsDouble(other.samples.get(round)))
                .toArray());
    }

    /** The waits of all rounds together. */
    public Histogram waits() {
        Histogram all = Waits.none();
        samples.forEach(sample -> all.add(sample.waits()));
        return all;
    }

    private double figure(Sample sample) {
        return scenario.isLatency() ? sample.waitMicros(50) : sample.perSecond();
    }
}
