package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.worker.Message;
import dev.mortise.benchmarks.worker.Waits;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one entrant did in one round.
 *
 * @param seconds how long the round was
 * @param inTime operations that ended before its end
 * @param perProcess all operations, by process
 * @param perThread all operations, by thread
 * @param waits nanoseconds until the lock was there; in a hand-over, from the release on
 * @param commands calls of Redis commands
 * @param redisSeconds processor time of Redis
 * @param clientSeconds processor time of all processes of the entrant
 */
public record Sample(
        double seconds,
        long inTime,
        List<Long> perProcess,
        List<Long> perThread,
        Histogram waits,
        Map<String, Long> commands,
        double redisSeconds,
        double clientSeconds) {

    static Sample of(List<Message> answers, long millis, ServerUse use) {
        Histogram waits = Waits.none();
        answers.forEach(answer -> waits.add(Waits.decode(answer.text("waits"))));
        return new Sample(
                millis / 1e3,
                answers.stream().mapToLong(answer -> answer.number("inTime")).sum(),
                answers.stream().map(answer -> answer.numbers("all").sum()).toList(),
                answers.stream()
                        .flatMapToLong(answer -> answer.numbers("all"))
                        .boxed()
                        .toList(),
                waits,
                use.commands(),
                use.cpuSeconds(),
                answers.stream().mapToLong(answer -> answer.number("cpu")).sum() / 1e9);
    }

    public double perSecond() {
        return inTime / seconds;
    }

    /** All operations, those that ended late too. */
    public long all() {
        return perProcess.stream().mapToLong(Long::longValue).sum();
    }

    public double commandsPerOperation() {
        return commands.values().stream().mapToLong(Long::longValue).sum() / (double) all();
    }

    /** Scripts among them. */
    public double scriptsPerOperation() {
        return (commands.getOrDefault("evalsha", 0L) + commands.getOrDefault("eval", 0L)) / (double) all();
    }

    public double redisMicros() {
        return redisSeconds * 1e6 / all();
    }

    public double clientMicros() {
        return clientSeconds * 1e6 / all();
    }

    /** The smallest and the largest share that a process had; 1 is a fair share. */
    public Spread processShares() {
        return shares(perProcess);
    }

    /** The smallest and the largest share that a thread had; 1 is a fair share. */
    public Spread threadShares() {
        return shares(perThread);
    }

    private Spread shares(List<Long> parts) {
        double fair = all() / (double) parts.size();
        return Spread.of(parts, part -> part / fair);
    }

    public double waitMicros(double percentile) {
        return waits.getValueAtPercentile(percentile) / 1e3;
    }
}
