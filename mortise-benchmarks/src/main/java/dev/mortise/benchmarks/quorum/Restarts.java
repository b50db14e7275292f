package dev.mortise.benchmarks.quorum;

import dev.mortise.Lease;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import dev.mortise.jedis.JedisStore;
import dev.mortise.redis.QuorumStore;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * A holder has the lock at three masters of five, since it cannot reach the other two. One or two of its three are killed
 * in its lease and come back empty. Another node, which reaches all, tries to get the lock while the holder believes to
 * have it.
 */
final class Restarts {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final int BENCHES = 4;

    private final int restarts;

    Restarts(int restarts) {
        this.restarts = restarts;
    }

    /** Whether the guard lets nothing through, and the test shows something without it. */
    boolean run() throws Exception {
        int without = run(false, Math.max(1, restarts / 10));
        int with = run(true, restarts);
        return with == 0 && without > 0;
    }

    private int run(boolean guarded, int count) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(BENCHES);
        try {
            List<Future<Integer>> parts = new ArrayList<>();
            for (int i = 0; i < BENCHES; i++) {
                int part = count / BENCHES + (i < count % BENCHES ? 1 : 0);
                Callable<Integer> rounds = () -> rounds(guarded, part);
                parts.add(threads.submit(rounds));
            }
            int doubled = 0;
            for (Future<Integer> part : parts) {
                doubled += part.get();
            }
            System.out.printf(
                    "%d restarts without memory, %s the guard: %d double grants%n",
                    count, guarded ? "with" : "without", doubled);
            return doubled;
        } finally {
            threads.shutdownNow();
        }
    }

    private static int rounds(boolean guarded, int restarts) {
        int doubled = 0;
        try (Masters masters = Masters.start(5)) {
            List<FaultProxy> proxies =
                    masters.stream().map(server -> FaultProxy.to(server.port())).toList();
            String[] through = proxies.stream().map(FaultProxy::uri).toArray(String[]::new);
            try (Mortise holder = node(guarded, through);
                    Mortise other = node(guarded, masters.uris())) {
                for (int done = 0, round = 0; done < restarts; round++) {
                    int lost = Math.min(restarts - done, 1 + round % 2);
                    doubled += round(masters, proxies, holder, other, guarded, round % 5, lost) ? 1 : 0;
                    done += lost;
                }
            }
            proxies.forEach(FaultProxy::close);
        }
        return doubled;
    }

    private static boolean round(
            Masters masters,
            List<FaultProxy> proxies,
            Mortise holder,
            Mortise other,
            boolean guarded,
            int first,
            int lost) {
        if (guarded) {
            masters.stream().forEach(Restarts::awaitVote);
        }
        proxies.get((first + 3) % 5).blackhole(true);
        proxies.get((first + 4) % 5).blackhole(true);
        OwnedHold hold = acquire(holder);
        for (int i = 0; i < lost; i++) {
            RedisServer server = masters.get((first + i) % 5);
            server.kill();
            server.restart();
        }
        boolean both = false;
        while (!both && hold.isValid()) {
            Optional<OwnedHold> second = other.lock("restarts").tryAcquire();
            both = second.isPresent() && hold.isValid();
            second.ifPresent(Restarts::close);
        }
        proxies.forEach(FaultProxy::heal);
        close(hold);
        other.lock("restarts").forceUnlock();
        return both;
    }

    /** Tries until it has the lock: on a busy machine a lease may be over before it is returned. */
    private static OwnedHold acquire(Mortise holder) {
        for (; ; ) {
            try {
                return holder.lock("restarts").acquire(Lease.of(LEASE));
            } catch (StoreUnavailableException e) {
                LockSupport.parkNanos(LEASE.toNanos() / 10);
            }
        }
    }

    private static void close(OwnedHold hold) {
        try {
            hold.close();
        } catch (IllegalMonitorStateException lost) {
            // its lease is over, or its masters have forgotten it
        }
    }

    /** A guarded master votes when it has been up for the lease and a second. */
    private static void awaitVote(RedisServer server) {
        Eventually.eventually(
                "it has been up for long enough",
                () -> Long.parseLong(server.info("server").get("uptime_in_seconds")) > LEASE.toSeconds());
    }

    private static Mortise node(boolean guarded, String... uris) {
        QuorumStore store = JedisStore.quorum(uris);
        return Mortise.builder()
                .store(guarded ? store.amnesiaGuard(LEASE) : store)
                .closeGrace(Duration.ZERO)
                .build();
    }
}
