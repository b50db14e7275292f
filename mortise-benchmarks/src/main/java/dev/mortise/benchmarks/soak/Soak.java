package dev.mortise.benchmarks.soak;

import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** {@code ./dev soak [seconds [names]]}: uses locks under very many names for long; nothing may grow. */
public final class Soak {

    private static final int WARM_UP_SHARE = 10;

    /** By then each way to use a lock has been taken on each node, and all that lasts is there. */
    private static final int WARM_UP_CALLS = 4_000;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What a stall of the machine has delayed ends long before this. */
    private static final Duration SETTLED = Duration.ofSeconds(20);

    /** What the heap may grow by: classes loaded late, and tables that do not shrink. A name that is kept is more. */
    private static final long MOST_GROWTH = 2_000_000;

    private static final long MOST_GROWTH_PER_NAME = 20;

    private final Duration length;
    private final int names;
    private final int samples;
    private final Consumer<String> report;

    /**
     * @param length of the load, without the pauses to count
     * @param names how many different ones are used
     * @param samples how often to count
     * @param report is told each line
     */
    public Soak(Duration length, int names, int samples, Consumer<String> report) {
        this.length = length;
        this.names = names;
        this.samples = samples;
        this.report = report;
    }

    /** Ten minutes and 200,000 names unless told otherwise; ends with 1 if something grew. */
    public static void main(String[] args) {
        new Program("soak", Soak.class).runAndExit(args, Soak::run);
    }

    private static boolean run(Arguments arguments) {
        int seconds = arguments.number("the length in seconds", 600);
        int names = arguments.number("the number of names", 200_000);
        arguments.end();
        List<String> wrong =
                new Soak(Duration.ofSeconds(seconds), names, Math.max(2, seconds / 30), System.out::println).run();
        wrong.forEach(line -> System.out.println("NOT FLAT: " + line));
        return wrong.isEmpty();
    }

    /** Runs it: what went wrong, in words. */
    public List<String> run() {
        List<String> wrong = new ArrayList<>();
        try (RedisServer server = RedisServer.start();
                Load load = new Load(server.uri(), names)) {
            report.accept("Redis " + server.version() + ", " + names + " names, " + length.toSeconds() + " s");
            rest(length.dividedBy(WARM_UP_SHARE));
            used(load, WARM_UP_CALLS, "the load is warm");
            Sample first = sample("begin", load, () -> Sample.take(server, load::touch));
            load.useNewNames(); // a name of the warm-up that is kept would not be seen
            long enough = load.calls() + names;
            for (int i = 1; i <= samples; i++) {
                rest(length.dividedBy(samples));
                if (i == samples) {
                    used(load, enough, "every name is used");
                }
                Sample now = sample(i + "/" + samples, load, () -> settled(first, server, load));
                compare(first, now, wrong);
            }
            load.failures().forEach(failure -> wrong.add(failure.toString()));
        }
        return wrong;
    }

    /** Whether threads, file descriptors or connections were left behind. */
    static boolean isLeftover(String wrong) {
        return wrong.matches("(threads|file descriptors|connections): .*");
    }

    private static void used(Load load, long calls, String what) {
        Eventually.within(
                PATIENCE, what, () -> load.calls() >= calls || !load.failures().isEmpty());
    }

    /** Counts again while there is more than at first: it may be about to end. */
    private static Sample settled(Sample first, RedisServer server, Load load) {
        long began = System.nanoTime();
        Sample now = Sample.take(server, load::touch);
        while (now.hasMoreThan(first) && System.nanoTime() - began < SETTLED.toNanos()) {
            rest(Duration.ofSeconds(1));
            now = Sample.take(server, load::touch);
        }
        return now;
    }

    private Sample sample(String when, Load load, Supplier<Sample> count) {
        List<Sample> taken = new ArrayList<>();
        load.paused(() -> taken.add(count.get()));
        report.accept(String.format(
                Locale.ROOT,
                "%-6s %9d calls (%d unanswered), %s",
                when,
                load.calls(),
                load.unanswered(),
                taken.get(0)));
        return taken.get(0);
    }

    private void compare(Sample first, Sample now, List<String> wrong) {
        if (now.heapBytes() - first.heapBytes() > MOST_GROWTH + MOST_GROWTH_PER_NAME * names) {
            wrong.add("heap: " + first.heapBytes() + " bytes, then " + now.heapBytes());
        }
        if (now.threads() > first.threads()) {
            wrong.add("threads: " + first.threads() + ", then " + now.threads());
        }
        if (now.files() > first.files()) {
            wrong.add("file descriptors: " + first.files() + ", then " + now.files());
        }
        if (now.clients() > first.clients()) {
            wrong.add("connections: " + first.clients() + ", then " + now.clients());
        }
    }

    private static void rest(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
