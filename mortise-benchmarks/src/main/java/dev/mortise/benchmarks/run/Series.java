package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.worker.Waits;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** All rounds of one entrant in one scenario. */
public record Series(Scenario scenario, Entrant entrant, List<Sample> samples) {

    /** The scenario's figure: operations a second, or the median hand-over in microseconds. */
    public Spread figure() {
        return Spread.of(samples, this::figure);
    }

    /** How many times better this is than the other, round by round. */
    public Spread ratioTo(Series other) {
        return Spread.of(IntStream.range(0, samples.size())
                .mapToDouble(round -> {
                    double mine = figure(samples.get(round));
                    double theirs = figure(other.samples.get(round));
                    return scenario.isLatency() ? theirs / mine : mine / theirs;
                })
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
