package dev.mortise.internal;

import dev.mortise.benchmarks.program.Program;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What the timers of 100,000 grants cost: Mortise's wheel against a {@code ScheduledThreadPoolExecutor}, which is a heap.
 * {@code ./dev timers} runs it; docs/architecture.md explains the result.
 */
public final class TimerBench {

    private static final int GRANTS = 100_000;
    private static final int PAIRS = 200_000;
    private static final int ROUNDS = 9;
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    private TimerBench() {}

    /** The timers of a node's grants: each is set at the grant, and again at each renewal, and ended at the release. */
    interface Timers extends AutoCloseable {

        /** Sets the timer of a new grant; what it returns ends it. */
        Runnable set(long afterNanos, long everyNanos);

        /** How often one was due so far. */
        long renewals();

        /** Processor time of the thread that renews. */
        long threadNanos();

        @Override
        void close();
    }

    /**
     * What one kind of timer costs.
     *
     * @param pairNanos to set and end one more, while the grants are held
     * @param renewNanos processor time of the thread that renews, for each renewal
     * @param heapBytes of each
     */
    record Cost(double pairNanos, double renewNanos, double heapBytes) {}

    /** Prints a table. */
    public static void main(String[] args) {
        new Program("timers", TimerBench.class).runAndExit(args, arguments -> {
            int rounds = arguments.number("the number of rounds", ROUNDS);
            arguments.end();
            compare(rounds);
            return true;
        });
    }

    private static void compare(int rounds) throws InterruptedException {
        List<Function<String, Timers>> kinds = List.of(WheelTimers::new, HeapTimers::removing, HeapTimers::keeping);
        List<String> names = List.of(
                "Mortise's wheel", "ScheduledThreadPoolExecutor, removing on cancel", "ScheduledThreadPoolExecutor");
        List<List<Cost>> costs = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round <= rounds; round++) {
            System.out.printf("%,d grants: round %d of %d%n", GRANTS, round, rounds);
            for (int kind = 0; kind < kinds.size(); kind++) {
                Cost cost = measure(kinds.get(kind));
                if (round > 0) { // the first one warms up
                    costs.get(kind).add(cost);
                }
            }
        }
        System.out.printf("%n%-48s %22s %22s %12s%n", "", "set and end, ns", "renew, ns of CPU", "heap each, B");
        for (int kind = 0; kind < kinds.size(); kind++) {
            System.out.printf(
                    Locale.ROOT,
                    "%-48s %22s %22s %12s%n",
                    names.get(kind),
                    spread(costs.get(kind).stream().mapToDouble(Cost::pairNanos).toArray()),
                    spread(costs.get(kind).stream()
                            .mapToDouble(Cost::renewNanos)
                            .toArray()),
                    spread(costs.get(kind).stream().mapToDouble(Cost::heapBytes).toArray()));
        }
    }

    private static Cost measure(Function<String, Timers> kind) throws InterruptedException {
        long before = usedAfterCollection();
        try (Timers timers = kind.apply("renewing")) {
            List<Runnable> held = new ArrayList<>(GRANTS);
            for (int i = 0; i < GRANTS; i++) {
                held.add(timers.set(PERIOD_NANOS * i / GRANTS + PERIOD_NANOS, PERIOD_NANOS));
            }
            double heap = (usedAfterCollection() - before) / (double) GRANTS;
            // the pairs are done before the first renewal is due, the renewals are counted over whole periods
            double pair = pairs(timers);
            Thread.sleep(TimeUnit.NANOSECONDS.toMillis(PERIOD_NANOS));
            long renewals = timers.renewals();
            long cpu = timers.threadNanos();
            Thread.sleep(TimeUnit.NANOSECONDS.toMillis(PERIOD_NANOS));
            double renew = (timers.threadNanos() - cpu) / (double) Math.max(1, timers.renewals() - renewals);
            held.forEach(Runnable::run);
            return new Cost(pair, renew, heap);
        }
    }

    /** A lock and its unlock, very many times: set long before it is due, and ended. */
    private static double pairs(Timers timers) {
        long begin = System.nanoTime();
        for (int i = 0; i < PAIRS; i++) {
            timers.set(5 * PERIOD_NANOS + i, 5 * PERIOD_NANOS).run();
        }
        return (System.nanoTime() - begin) / (double) PAIRS;
    }

    private static String spread(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%,.0f [%,.0f–%,.0f]", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static long usedAfterCollection() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
