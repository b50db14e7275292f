package dev.mortise.benchmarks.stress;

import dev.mortise.benchmarks.program.Program;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@code ./dev stress}: hands locks over while everything around them goes wrong; nothing may be lost, stuck or left. */
public final class Stress {

    private static final Duration TICK = Duration.ofMillis(20);
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Without new hand-overs for so long it ends. */
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Nobody goes on with a run in which so much was wrong. */
    private static final int ENOUGH = 20;

    private final StressOptions options;
    private final Consumer<String> report;
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final long began = System.nanoTime();

    /**
     * @param report is told each line
     */
    public Stress(StressOptions options, Consumer<String> report) {
        this.options = options;
        this.report = report;
    }

    /** Ends with 1 if something was wrong. */
    public static void main(String[] args) {
        new Program("stress", Stress.class)
                .runAndExit(
                        args,
                        arguments -> new Stress(StressOptions.parse(arguments.rest()), System.out::println)
                                .run()
                                .isEmpty());
    }

    /** Runs it: what was wrong, in words. */
    public List<String> run() {
        try (RedisServer server = RedisServer.start()) {
            Remains remains = new Remains(server, this::wrong);
            report.accept(String.format(
                    Locale.ROOT,
                    "Redis %s, seed %d: %d processes with %d threads each, %d locks, %,d hand-overs",
                    server.version(),
                    options.seed(),
                    options.processes(),
                    options.threads(),
                    Guarded.values().length,
                    options.handOvers()));
            try (Squad squad =
                    new Squad(server.uri(), options.seed(), options.processes(), options.threads(), this::wrong)) {
                Faults faults = new Faults(server, squad, new Random(options.seed()), options.pace());
                storm(remains, faults, squad);
                Map<Guarded, Long> handOvers = remains.handOvers();
                squad.end();
                remains.check(squad.all());
                summary(handOvers, faults, squad);
            }
        }
        return List.copyOf(wrong);
    }

    /** Whether a busy machine may have caused this. Anything else violates what a lock promises. */
    static boolean isLate(String wrong) {
        return wrong.contains(Voice.LATE);
    }

    private void storm(Remains remains, Faults faults, Squad squad) {
        long done = 0;
        long moved = System.nanoTime();
        long reported = moved;
        while (wrong.size() < ENOUGH && (done < options.handOvers() || faults.least() == 0)) {
            Rest.of(TICK);
            faults.blow();
            long now = System.nanoTime();
            long before = done;
            done = sum(remains.handOvers());
            if (done > before) {
                moved = now;
            } else if (now - moved > STANDSTILL_NANOS) {
                wrong("no lock was handed over for " + TimeUnit.NANOSECONDS.toSeconds(STANDSTILL_NANOS) + " s");
                return;
            }
            if (now - reported > REPORT_NANOS) {
                reported = now;
                report.accept(String.format(
                        Locale.ROOT,
                        "%5d s %,10d hand-overs, %s, longest wait %,d ms",
                        seconds(),
                        done,
                        faults,
                        squad.counts().of(Count.LONGEST_WAIT) / 1_000));
            }
        }
        Rest.of(Bounds.LEASE.plusMillis(500)); // what killed processes have left must be gone by then
    }

    private void summary(Map<Guarded, Long> handOvers, Faults faults, Squad squad) {
        Counts counts = squad.counts();
        report.accept(String.format(
                Locale.ROOT,
                "%,d hand-overs in %d s, %,d/s: %s",
                sum(handOvers),
                seconds(),
                sum(handOvers) / Math.max(1, seconds()),
                handOvers));
        report.accept("faults: " + faults);
        report.accept(String.format(
                Locale.ROOT,
                "given up: %,d timed out, %,d interrupted, %,d cancelled, %,d by a closed node, %,d unanswered; %,d holds lost",
                counts.of(Count.TIMED_OUT),
                counts.of(Count.INTERRUPTED),
                counts.of(Count.CANCELLED),
                counts.of(Count.CLOSED),
                counts.of(Count.UNANSWERED),
                counts.of(Count.LOST)));
        report.accept(String.format(
                Locale.ROOT,
                "longest wait %,d ms; nobody inside while somebody waited: %,d ms at most, but for kills and stalls",
                counts.of(Count.LONGEST_WAIT) / 1_000,
                counts.of(Count.LONGEST_IDLE) / 1_000));
        report.accept(
                wrong.isEmpty() ? "nothing lost, stuck or left" : wrong.size() + " WRONG, seed " + options.seed());
    }

    private void wrong(String what) {
        wrong.add(what);
        report.accept("WRONG at " + seconds() + " s: " + what);
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }

    private static long sum(Map<Guarded, Long> handOvers) {
        return handOvers.values().stream().mapToLong(Long::longValue).sum();
    }
}
