package dev.mortise.benchmarks.quorum;

import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.OwnedHold;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Four nodes contend for one lock while masters are cut off, two at a time at the most. Every grant's token is written down. */
final class Tokens {

    private static final int NODES = 4;
    private static final long SEED = 42;

    private final int grants;

    /** In the order in which holders came: written under the lock. */
    private final List<Long> tokens = Collections.synchronizedList(new ArrayList<>());

    Tokens(int grants) {
        this.grants = grants;
    }

    boolean run() throws InterruptedException {
        Random random = new Random(SEED);
        AtomicInteger left = new AtomicInteger(grants);
        try (Masters masters = Masters.start(5)) {
            List<FaultProxy> proxies =
                    masters.stream().map(server -> FaultProxy.to(server.port())).toList();
            String[] through = proxies.stream().map(FaultProxy::uri).toArray(String[]::new);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                Mortise node = Mortise.builder()
                        .store(JedisStore.quorum(through))
                        .requestLimit(Duration.ofMillis(500))
                        .build();
                Thread thread = new Thread(() -> contend(left, node));
                thread.start();
                threads.add(thread);
            }
            while (left.get() > 0) {
                proxies.forEach(FaultProxy::heal);
                FaultProxy one = proxies.get(random.nextInt(5));
                one.blackhole(true);
                proxies.get(random.nextInt(5)).cut();
                Thread.sleep(50 + random.nextInt(200));
            }
            proxies.forEach(FaultProxy::heal);
            for (Thread thread : threads) {
                thread.join();
            }
            proxies.forEach(FaultProxy::close);
        }
        return judge();
    }

    private void contend(AtomicInteger left, Mortise node) {
        try (node) {
            while (left.get() > 0) {
                try (OwnedHold hold = node.lock("tokens").acquire()) {
                    if (hold.isValid()) {
                        tokens.add(hold.token());
                        left.decrementAndGet();
                    }
                } catch (MortiseException | IllegalMonitorStateException e) {
                    // lost, or no majority for a while: it tries again
                }
            }
        }
    }

    private boolean judge() {
        int fell = 0;
        for (int i = 1; i < tokens.size(); i++) {
            fell += tokens.get(i) <= tokens.get(i - 1) ? 1 : 0;
        }
        int repeated = tokens.size() - new HashSet<>(tokens).size();
        System.out.printf(
                "%d contended grants with masters cut off (seed %d): %d tokens repeated, %d not above the one before%n",
                tokens.size(), SEED, repeated, fell);
        return fell == 0 && repeated == 0;
    }
}
