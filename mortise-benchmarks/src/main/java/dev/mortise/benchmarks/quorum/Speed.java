package dev.mortise.benchmarks.quorum;

import dev.mortise.Mortise;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.Masters;
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

    private static final int ROUNDS = 7;
    private static final int MOST = 7;

    private final int pairs;

    Speed(int pairs) {
        this.pairs = pairs;
    }

    void run() {
        List<AutoCloseable> opened = new ArrayList<>();
        try (Masters masters = Masters.start(MOST)) {
            List<FaultProxy> proxies =
                    masters.stream().map(server -> FaultProxy.to(server.port())).toList();
            opened.addAll(proxies);
            Map<String, Lock> locks = new LinkedHashMap<>();
            locks.put("one master", lock(opened, masters.get(0).uri()));
            for (int size = 3; size <= MOST; size += 2) {
                locks.put("quorum of " + size, lock(opened, Arrays.copyOf(masters.uris(), size)));
            }
            locks.put("Redisson RedLock of 5", redLock(opened, Arrays.copyOf(masters.uris(), 5)));
            String[] through = proxies.stream().limit(5).map(FaultProxy::uri).toArray(String[]::new);
            Lock cutOff = lock(opened, through);
            measure(locks);
            measure(Map.of("5 through proxies, healthy", cutOff));
            proxies.get(1).blackhole(true);
            measure(Map.of("5 through proxies, one black-holed", cutOff));
            proxies.get(3).blackhole(true);
            measure(Map.of("5 through proxies, two black-holed", cutOff));
            proxies.forEach(FaultProxy::heal);
        } finally {
            close(opened);
        }
    }

    private void measure(Map<String, Lock> locks) {
        Map<String, List<long[]>> times = new LinkedHashMap<>();
        for (int round = -1; round < ROUNDS; round++) {
            for (Map.Entry<String, Lock> lock : locks.entrySet()) {
                long[] taken = pairs(lock.getValue());
                if (round >= 0) { // the first one warms up
                    times.computeIfAbsent(lock.getKey(), none -> new ArrayList<>())
                            .add(taken);
                }
            }
        }
        times.forEach((name, rounds) -> System.out.printf(
                "%-36s %,8.0f pairs/s   p50 %,6d µs   p99 %,7d µs%n",
                name, 1e9 / median(rounds, -1), median(rounds, 50) / 1_000, median(rounds, 99) / 1_000));
    }

    private long[] pairs(Lock lock) {
        long[] taken = new long[pairs];
        for (int i = 0; i < pairs; i++) {
            long began = System.nanoTime();
            lock.lock();
            try {
                taken[i] = began;
            } finally {
                lock.unlock();
            }
            taken[i] = System.nanoTime() - taken[i];
        }
        Arrays.sort(taken);
        return taken;
    }

    /** The median over the rounds of one percentile, or of the mean. */
    private static long median(List<long[]> rounds, int percentile) {
        long[] values = rounds.stream()
                .mapToLong(taken -> percentile < 0
                        ? Arrays.stream(taken).sum() / taken.length
                        : taken[Math.min(taken.length - 1, taken.length * percentile / 100)])
                .sorted()
                .toArray();
        return values[values.length / 2];
    }

    private static Lock lock(List<AutoCloseable> opened, String... uris) {
        Mortise node = Mortise.builder()
                .store(uris.length == 1 ? JedisStore.at(uris[0]) : JedisStore.quorum(uris))
                .build();
        opened.add(0, node);
        return node.lock("speed:" + opened.size());
    }

    @SuppressWarnings("deprecation") // it is what there is to compare with
    private static Lock redLock(List<AutoCloseable> opened, String... uris) {
        RLock[] locks = new RLock[uris.length];
        for (int i = 0; i < uris.length; i++) {
            Config config = new Config();
            config.useSingleServer().setAddress(uris[i]);
            RedissonClient client = Redisson.create(config);
            opened.add(0, client::shutdown);
            locks[i] = client.getLock("speed:redlock");
        }
        return new RedissonRedLock(locks);
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
