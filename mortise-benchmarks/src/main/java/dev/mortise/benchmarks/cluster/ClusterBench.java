package dev.mortise.benchmarks.cluster;

import dev.mortise.Mortise;
import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.benchmarks.run.Spread;
import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.ClusterServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * {@code ./dev cluster-bench [rounds [seconds]]}: 64 threads, each with a lock of its own, over three masters with a
 * replica each, one client after the other in every round; pairs of lock and unlock a second.
 */
public final class ClusterBench {

    private static final int THREADS = 64;

    private final String uri;
    private final Duration length;

    private ClusterBench(String uri, Duration length) {
        this.uri = uri;
        this.length = length;
    }

    /** Five rounds of five seconds unless told otherwise. */
    public static void main(String[] args) {
        new Program("cluster-bench", ClusterBench.class).runAndExit(args, ClusterBench::run);
    }

    private static boolean run(Arguments arguments) {
        int rounds = arguments.number("the number of rounds", 5);
        int seconds = arguments.number("the length in seconds", 5);
        arguments.end();
        try (ClusterServers cluster = ClusterServers.start(30_000)) {
            ClusterBench bench = new ClusterBench(cluster.uri(), Duration.ofSeconds(seconds));
            Map<String, List<Double>> figures = new LinkedHashMap<>();
            bench.round(); // warm-up
            for (int i = 0; i < rounds; i++) {
                bench.round()
                        .forEach((name, pairs) -> figures.computeIfAbsent(name, none -> new ArrayList<>())
                                .add(pairs));
            }
            double redisson = median(figures.getOrDefault("Redisson", List.of(1.0)));
            figures.forEach((name, pairs) -> {
                Spread spread = Spread.of(pairs, Double::doubleValue);
                System.out.println(String.format(
                        Locale.ROOT,
                        "%-16s %,8.0f pairs/s [%,.0f-%,.0f], %.1f x Redisson",
                        name,
                        spread.median(),
                        spread.least(),
                        spread.most(),
                        spread.median() / redisson));
            });
        }
        return true;
    }

    private static double median(List<Double> figures) {
        return Spread.of(figures, Double::doubleValue).median();
    }

    private Map<String, Double> round() {
        Map<String, Double> pairs = new LinkedHashMap<>();
        pairs.put("Mortise, Jedis", mortise(JedisStore.at(uri)));
        pairs.put("Mortise, Lettuce", mortise(LettuceStore.at(uri)));
        pairs.put("Redisson", redisson());
        return pairs;
    }

    private double mortise(Store store) {
        try (Mortise mortise = Mortise.builder().store(store).build()) {
            return measure(mortise::lock);
        }
    }

    private double redisson() {
        Config config = new Config();
        for (String server : uri.replace("redis-cluster://", "").split(",", -1)) {
            config.useClusterServers().addNodeAddress("redis://" + server);
        }
        RedissonClient client = Redisson.create(config);
        try {
            return measure(client::getLock);
        } finally {
            client.shutdown();
        }
    }

    @SuppressWarnings("LockNotBeforeTry") // nothing happens between
    private double measure(Function<String, Lock> locks) {
        LongAdder pairs = new LongAdder();
        long begin = System.nanoTime();
        long end = begin + length.toNanos();
        List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(i -> new Thread(() -> {
                    Lock lock = locks.apply("own-" + i);
                    while (System.nanoTime() - end < 0) {
                        lock.lock();
                        lock.unlock();
                        pairs.increment();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return pairs.sum() * 1e9 / (System.nanoTime() - begin);
    }
}
