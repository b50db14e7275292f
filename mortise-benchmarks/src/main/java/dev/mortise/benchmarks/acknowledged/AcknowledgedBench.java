package dev.mortise.benchmarks.acknowledged;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.NotAcknowledgedException;
import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.benchmarks.run.Spread;
import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.ReplicatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * {@code ./dev acknowledged [rounds]}: a server with two replicas, of which one is healthy and stalled in turn. A lock that
 * asks for one may take 1.2 times as long as in health at most; one that asks for all is refused within its limit; one that
 * does not ask may take 1.2 times as long at most while others are being refused.
 */
public final class AcknowledgedBench {

    private static final int PAIRS = 1_000;
    private static final int WARM_UPS = 10;
    private static final double MOST = 1.2;
    private static final Duration AMPLE = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMillis(500);

    /** What the refusal may take beyond its limit: the release, and a busy machine. */
    private static final Duration LATE = Duration.ofMillis(50);

    private final int rounds;
    private final Consumer<String> report;
    private final List<String> wrong = new ArrayList<>();

    private AcknowledgedBench(int rounds, Consumer<String> report) {
        this.rounds = rounds;
        this.report = report;
    }

    /** Twenty-five rounds unless told otherwise; ends with 1 if a bar is missed. */
    public static void main(String[] args) {
        new Program("acknowledged", AcknowledgedBench.class).runAndExit(args, AcknowledgedBench::run);
    }

    private static boolean run(Arguments arguments) {
        int rounds = arguments.number("the number of rounds", 25);
        arguments.end();
        AcknowledgedBench bench = new AcknowledgedBench(rounds, System.out::println);
        bench.run("Jedis", JedisStore::at);
        bench.run("Lettuce", LettuceStore::at);
        bench.wrong.forEach(line -> System.out.println("MISSED: " + line));
        return bench.wrong.isEmpty();
    }

    private void run(String driver, Function<String, Store> stores) {
        try (ReplicatedServer servers = ReplicatedServer.start(2);
                Mortise node = Mortise.builder()
                        .store(stores.apply(servers.master().uri()))
                        .build()) {
            report.accept(driver + ", Redis " + servers.master().version() + ", two replicas, " + rounds + " rounds of "
                    + PAIRS + " pairs, medians [least-most]");
            DistributedLock one = asking(node, "one", Acknowledgement.byReplicas(1, AMPLE));
            DistributedLock plain = node.lock("plain");
            for (int i = 0; i < WARM_UPS; i++) {
                pairs(one);
                pairs(plain);
            }
            Series ones = new Series();
            Series plains = new Series();
            List<Long> refusals = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                ones.healthy.add(pairs(one));
                plains.healthy.add(pairs(plain));
                servers.replica(0).pause();
                try (Refusals refused = new Refusals(asking(node, "all", Acknowledgement.byAllReplicas(LIMIT)))) {
                    plains.stalled.add(pairs(plain));
                    refusals.addAll(refused.end());
                }
                ones.stalled.add(pairs(one));
                servers.replica(0).resume();
                servers.inStepWithin(10_000);
            }
            compare(driver, "asks for one", ones);
            compare(driver, "does not ask", plains);
            refused(driver, refusals);
        }
    }

    private void compare(String driver, String what, Series series) {
        double ratio = series.ratio();
        report.accept(String.format(
                Locale.ROOT,
                "  %-13s healthy %s us a pair (p50), one replica stalled %s us, ratio %.2f",
                what,
                text(series.healthy),
                text(series.stalled),
                ratio));
        if (ratio > MOST) {
            wrong.add(String.format(Locale.ROOT, "%s, %s: %.2f, at most %.1f", driver, what, ratio, MOST));
        }
    }

    private void refused(String driver, List<Long> nanos) {
        long longest = nanos.stream().mapToLong(Long::longValue).max().orElse(Long.MAX_VALUE);
        report.accept(String.format(
                Locale.ROOT,
                "  asks for all  refused %d times, after %d ms at most; the limit is %d ms",
                nanos.size(),
                TimeUnit.NANOSECONDS.toMillis(longest),
                LIMIT.toMillis()));
        if (longest > LIMIT.plus(LATE).toNanos()) {
            wrong.add(driver + ", asks for all: refused after " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms");
        }
    }

    private static DistributedLock asking(Mortise node, String name, Acknowledgement asked) {
        return node.lock(name, LockOptions.defaults().acknowledgement(asked));
    }

    /** Microseconds that half of the pairs take at most: a machine that is busy elsewhere disturbs the other half. */
    private static double pairs(DistributedLock lock) {
        double[] micros = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            long begin = System.nanoTime();
            lock.run(hold -> {});
            micros[i] = (System.nanoTime() - begin) / 1_000.0;
        }
        return Spread.of(micros).median();
    }

    private static Spread spread(List<Double> values) {
        return Spread.of(values, Double::doubleValue);
    }

    private static String text(List<Double> values) {
        Spread spread = spread(values);
        return String.format(Locale.ROOT, "%.0f [%.0f-%.0f]", spread.median(), spread.least(), spread.most());
    }

    /** What was measured in health and with a stalled replica. */
    private static final class Series {
        private final List<Double> healthy = new ArrayList<>();
        private final List<Double> stalled = new ArrayList<>();

        /** The median of the ratios within a round: from one round to the next the machine may change. */
        private double ratio() {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < healthy.size(); i++) {
                ratios.add(stalled.get(i) / healthy.get(i));
            }
            return spread(ratios).median();
        }
    }

    /** A thread that asks for what nobody acknowledges, and measures how long it takes until that is told. */
    private static final class Refusals implements AutoCloseable {
        private final AtomicBoolean enough = new AtomicBoolean();
        private final List<Long> nanos = new ArrayList<>();
        private final Thread thread;

        Refusals(DistributedLock lock) {
            thread = new Thread(() -> ask(lock), "refused");
            thread.start();
        }

        private void ask(DistributedLock lock) {
            do {
                long begin = System.nanoTime();
                try {
                    lock.lock();
                    throw new IllegalStateException("a stalled replica has acknowledged");
                } catch (NotAcknowledgedException expected) {
                    nanos.add(System.nanoTime() - begin);
                }
            } while (!enough.get());
        }

        List<Long> end() {
            close();
            return nanos;
        }

        @Override
        public void close() {
            enough.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
