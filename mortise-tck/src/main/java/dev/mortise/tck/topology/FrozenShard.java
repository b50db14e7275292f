package dev.mortise.tck.topology;

import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** One master of three freezes for longer than the lease of many watched holds: those of the other masters are kept. */
public final class FrozenShard {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ClusterServers cluster;
    private final Function<String, Store> stores;

    /**
     * @param cluster whose node timeout is longer than the freeze, so that nobody takes over
     * @param stores makes a store at a URI
     */
    public FrozenShard(ClusterServers cluster, Function<String, Store> stores) {
        this.cluster = cluster;
        this.stores = stores;
    }

    /**
     * What happened.
     *
     * @param frozen holds of the master that froze
     * @param frozenLost how many of them were lost, each told
     * @param others holds of the other masters
     */
    public record Report(int frozen, int frozenLost, int others) {}

    /**
     * Once, for as long as that takes.
     *
     * @throws AssertionError when a hold of another master was lost, or one of the frozen master and nobody was told
     */
    public Report run(int holds, Duration lease, Duration freeze) {
        return run(holds, lease, new Recorder(), new TestTime(), others -> rest(freeze));
    }

    /**
     * Once, with a lease that outlasts a busy machine: the node skips it in thirds, in each of which the holds of the other masters
     * must be renewed.
     *
     * @throws AssertionError when a hold of another master was lost, or one of the frozen master and nobody was told
     */
    public Report run(int holds) {
        Recorder events = new Recorder();
        TestTime time = new TestTime();
        return run(holds, LEASE, events, time, others -> {
            for (int third = 1; third <= 4; third++) {
                int renewed = events.of(LockEvent.Renewed.class).size();
                time.skip(LEASE.dividedBy(3));
                Eventually.eventually(
                        "the holds of the other masters are renewed",
                        () -> events.of(LockEvent.Renewed.class).size() >= renewed + others);
            }
        });
    }

    private Report run(int holds, Duration lease, Recorder events, TestTime time, IntConsumer freeze) {
        RedisServer frozen = cluster.masters().get(0);
        try (Mortise node = Mortise.builder()
                .store(stores.apply(cluster.uri()))
                .watchdogLease(lease)
                .closeGrace(Duration.ZERO)
                .time(time)
                .listener(events)
                .build()) {
            Map<OwnedHold, Boolean> all = new HashMap<>();
            Set<OwnedHold> lost = ConcurrentHashMap.newKeySet();
            for (int i = 0; i < holds; i++) {
                String name = "frozen-" + i;
                OwnedHold hold = node.lock(name).acquire();
                hold.onLost(told -> lost.add(hold));
                all.put(hold, cluster.masterOf("mortise:{" + name + "}") == frozen);
            }
            frozen.pause();
            try {
                freeze.accept((int) all.values().stream()
                        .filter(ofTheFrozen -> !ofTheFrozen)
                        .count());
            } finally {
                frozen.resume();
            }
            int frozenHolds = 0;
            for (Map.Entry<OwnedHold, Boolean> entry : all.entrySet()) {
                OwnedHold hold = entry.getKey();
                frozenHolds += entry.getValue() ? 1 : 0;
                if (!hold.isValid()) {
                    SafetyViolation.checked(() -> Eventually.eventually(
                            "the loss of " + hold.lockName() + " is reported", () -> lost.contains(hold)));
                }
                if (!entry.getValue() && lost.contains(hold)) {
                    throw new AssertionError("a hold of another master was lost: " + hold.lockName());
                }
            }
            int frozenLost = lost.size();
            CompletableFuture.allOf(all.keySet().stream()
                            .map(hold -> hold.releaseAsync().exceptionally(alreadyLost -> null))
                            .toArray(CompletableFuture[]::new))
                    .join();
            return new Report(frozenHolds, frozenLost, holds - frozenHolds);
        }
    }

    private static void rest(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
        }
    }
}
