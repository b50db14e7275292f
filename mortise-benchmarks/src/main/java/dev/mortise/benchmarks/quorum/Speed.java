package dev.mortise.benchmarks.quorum;

import dev.mortise.Mortise;
import dev.mortise.benchmarks.run.Spread;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** One thread that takes and leaves a lock, over more and more masters; rounds are interleaved, and their median counts. */
final class Speed {

    private static final int WARM_UPS = 3;
    private static final int ROUNDS = 7;
    private static final int MOST = 7;
    private static final int MEAN = -1;
    private static final String ONE = "one master";
    private static final String FIVE = "quorum of 5";
    private static final String BARE_ONE = "two bare scripts on one master";
    private static final String BARE_FIVE = "two bare scripts on 5 masters";
    private static final String RED_LOCK = "Redisson RedLock of 5";
    private static final String HEALTHY = "5 through proxies, healthy";
    private static final String BLACK_HOLED = "5 through proxies, one black-holed";

    private final int pairs;
    private int held;

    Speed(int pairs) {
        this.pairs = pairs;
    }

    /** Whether the bars of docs/quorum.md are met. */
    boolean run() {
        List<AutoCloseable> opened = new ArrayList<>();
        try (Masters masters = Masters.start(MOST)) {
            Map<String, Runnable> locks = new LinkedHashMap<>();
            locks.put(ONE, lock(opened, masters.get(0).uri()));
            for (int size = 3; size <= MOST; size += 2) {
                locks.put("quorum of " + size, lock(opened, Arrays.copyOf(masters.uris(), size)));
            }
            locks.put(BARE_ONE, bare(opened, masters, 1));
            locks.put(BARE_FIVE, bare(opened, masters, 5));
            locks.put(RED_LOCK, redLock(opened, Arrays.copyOf(masters.uris(), 5)));
            Map<String, List<long[]>> times = measure(locks);
            locks.clear();
            locks.put(HEALTHY, cutOff(opened, masters, 0));
            locks.put(BLACK_HOLED, cutOff(opened, masters, 1));
            locks.put("5 through proxies, two black-holed", cutOff(opened, masters, 2));
            times.putAll(measure(locks));
            return judge(times);
        } finally {
            close(opened);
        }
    }

    /** A lock over five masters of which so many do not answer any more. */
    private Runnable cutOff(List<AutoCloseable> opened, Masters masters, int blackHoled) {
        List<FaultProxy> proxies = masters.stream()
                .limit(5)
                .map(server -> FaultProxy.to(server.port()))
                .toList();
        opened.addAll(proxies);
        Runnable lock = lock(opened, proxies.stream().map(FaultProxy::uri).toArray(String[]::new));
        for (int i = 0; i < blackHoled; i++) {
            proxies.get(1 + 2 * i).blackhole(true);
        }
        return lock;
    }

    private static boolean judge(Map<String, List<long[]>> times) {
        boolean toOne = bar("time of a quorum of 5 to that of one master", 2, ratio(times, FIVE, ONE, MEAN), false);
        boolean toRedLock =
                bar("time of RedLock to that of a quorum of 5", 3, ratio(times, RED_LOCK, FIVE, MEAN), true);
        boolean cutOff = bar("p99 with one black-holed to healthy", 1.5, ratio(times, BLACK_HOLED, HEALTHY, 99), false);
        System.out.printf(
                "%-46s %5.2f   what this machine allows at all%n",
                "the same of two bare scripts", ratio(times, BARE_FIVE, BARE_ONE, MEAN));
        return toOne && toRedLock && cutOff;
    }

    /** The median of the ratios within a round: from one round to the next the machine may change. */
    private static double ratio(Map<String, List<long[]>> times, String of, String to, int percentile) {
        List<long[]> ours = times.getOrDefault(of, List.of());
        List<long[]> theirs = times.getOrDefault(to, List.of());
        double[] ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = (double) value(ours.get(i), percentile) / value(theirs.get(i), percentile);
        }
        return Spread.of(ratios).median();
    }

    private static boolean bar(String what, double bar, double value, boolean atLeast) {
        boolean met = atLeast ? value >= bar : value <= bar;
        System.out.printf(
                "%-46s %5.2f   %s %.1f: %s%n",
                what, value, atLeast ? "at least" : "at most", bar, met ? "met" : "MISSED");
        return met;
    }

    private Map<String, List<long[]>> measure(Map<String, Runnable> locks) {
        Map<String, List<long[]>> times = new LinkedHashMap<>();
        for (int round = -WARM_UPS; round < ROUNDS; round++) {
            for (Map.Entry<String, Runnable> lock : locks.entrySet()) {
                long[] taken = pairs(lock.getValue());
                if (round >= 0) {
                    times.computeIfAbsent(lock.getKey(), none -> new ArrayList<>())
                            .add(taken);
                }
            }
        }
        times.forEach((name, rounds) -> System.out.printf(
                "%-36s %,8.0f pairs/s   p50 %,6d µs   p99 %,7d µs%n",
                name, 1e9 / median(rounds, MEAN), median(rounds, 50) / 1_000, median(rounds, 99) / 1_000));
        return times;
    }

    private long[] pairs(Runnable pair) {
        long[] taken = new long[pairs];
        for (int i = 0; i < pairs; i++) {
            long began = System.nanoTime();
            pair.run();
            taken[i] = System.nanoTime() - began;
        }
        Arrays.sort(taken);
        return taken;
    }

    /** The median over the rounds of one percentile, or of the mean. */
    private static long median(List<long[]> rounds, int percentile) {
        return (long)
                Spread.of(rounds, taken -> (double) value(taken, percentile)).median();
    }

    private static long value(long[] taken, int percentile) {
        return percentile == MEAN
                ? Arrays.stream(taken).sum() / taken.length
                : taken[Math.min(taken.length - 1, taken.length * percentile / 100)];
    }

    private Runnable lock(List<AutoCloseable> opened, String... uris) {
        Mortise node = Mortise.builder()
                .store(uris.length == 1 ? JedisStore.at(uris[0]) : JedisStore.quorum(uris))
                .build();
        opened.add(0, node);
        return pair(node.lock("speed:" + opened.size()));
    }

    @SuppressWarnings("deprecation") // it is what there is to compare with
    private Runnable redLock(List<AutoCloseable> opened, String... uris) {
        RLock[] locks = new RLock[uris.length];
        for (int i = 0; i < uris.length; i++) {
            Config config = new Config();
            config.useSingleServer().setAddress(uris[i]);
            RedissonClient client = Redisson.create(config);
            opened.add(0, client::shutdown);
            locks[i] = client.getLock("speed:redlock");
        }
        return pair(new RedissonRedLock(locks));
    }

    private Runnable pair(Lock lock) {
        return () -> {
            lock.lock();
            try {
                held++;
            } finally {
                lock.unlock();
            }
        };
    }

    private static Runnable bare(List<AutoCloseable> opened, Masters masters, int size) {
        BareVotes votes = new BareVotes(
                masters.stream().limit(size).map(RedisServer::port).toList());
        opened.add(0, votes);
        return votes;
    }

    private static void close(List<AutoCloseable> opened) {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                System.out.println("could not close " + each + ": " + e);
            }
        }
    }
}
