package dev.mortise.tck.topology;

import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.SlotMigration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** A slot is moved from master to master while many threads want its lock. No error reaches a user, and nobody is stuck. */
public final class Migration {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ClusterServers cluster;
    private final Function<String, Store> stores;

    /**
     * @param stores makes a store at a URI
     */
    public Migration(ClusterServers cluster, Function<String, Store> stores) {
        this.cluster = cluster;
        this.stores = stores;
    }

    /**
     * Moves the slot of a contended lock, again and again.
     *
     * @param moves how often
     * @return how often the lock was obtained
     */
    public long contended(int moves) {
        String name = "contended";
        int slot = cluster.slot("mortise:{" + name + "}");
        List<Mortise> nodes = new ArrayList<>();
        try (Load load = new Load(new TokenBook())) {
            for (int i = 0; i < 4; i++) {
                Mortise node = node(new TestTime());
                nodes.add(node);
                load.begin(node, 4, List.of(name));
            }
            load.awaitTimes(50);
            for (int i = 0; i < moves; i++) {
                SlotMigration migration = cluster.migrate(slot, otherThan(cluster.masterOf(slot)));
                migration.moveKeys();
                rest(Duration.ofMillis(100)); // some keys are here, some there, some nowhere
                migration.moveKeys();
                migration.finish();
                load.awaitTimes(50);
            }
            load.finish();
            if (load.told() > 0) {
                throw new AssertionError(load.told() + " owners were told of trouble");
            }
            return load.times();
        } finally {
            nodes.forEach(Mortise::close);
        }
    }

    /** A hold lives on while its slot is being moved for twice its lease; then it can be released. */
    public void held() {
        String name = "held";
        int slot = cluster.slot("mortise:{" + name + "}");
        TestTime time = new TestTime();
        try (Mortise node = node(time)) {
            OwnedHold hold = node.lock(name).acquire();
            SlotMigration migration = cluster.migrate(slot, otherThan(cluster.masterOf(slot)));
            migration.moveKeys();
            Duration third = LEASE.dividedBy(3);
            for (int i = 0; i < 6; i++) {
                time.skip(third);
                Eventually.eventually(
                        "the hold is renewed while its slot is being moved",
                        () -> hold.remaining().compareTo(LEASE.minus(third.dividedBy(2))) > 0);
            }
            migration.finish();
            hold.release();
        }
    }

    /**
     * A lock that somebody waits for is released when its slot has begun to move: the server cannot write it for the next
     * owner, so that one must not be told that it has it; it has it when the slot has moved.
     */
    public void handedOn() {
        String name = "handed-on";
        int slot = cluster.slot("mortise:{" + name + "}");
        FaultyStore store = new FaultyStore(stores.apply(cluster.uri()));
        try (Mortise first = node(store, new TestTime());
                Mortise second = node(new TestTime())) {
            OwnedHold hold = first.lock(name).acquire();
            CompletableFuture<OwnedHold> next = second.lock(name).acquireAsync();
            Eventually.eventually(
                    "the next waits", () -> first.lock(name).inspect().waiters().size() == 1);
            SlotMigration migration = cluster.migrate(slot, otherThan(cluster.masterOf(slot)));
            int before = store.requests();
            CompletableFuture<?> released = hold.releaseAsync();
            Eventually.eventually("the release is sent a third time", () -> store.requests() > before + 2);
            SafetyViolation.check(
                    !next.isDone(), "The next owner was notified of a grant that the server could not write.");
            migration.moveKeys();
            migration.finish();
            released.join();
            OwnedHold held = next.join();
            LockView.Holder holder = first.lock(name).inspect().holder();
            SafetyViolation.check(
                    holder != null && holder.token() == held.token(),
                    "The owner of token " + held.token() + " holds a lock of which the server says: " + holder);
            held.release();
        }
    }

    private Mortise node(TestTime time) {
        return node(stores.apply(cluster.uri()), time);
    }

    private static Mortise node(Store store, TestTime time) {
        return Mortise.builder()
                .store(store)
                .time(time)
                .watchdogLease(LEASE)
                .closeGrace(Duration.ZERO)
                .build();
    }

    private RedisServer otherThan(RedisServer master) {
        return cluster.masters().stream()
                .filter(server -> server != master)
                .findFirst()
                .orElseThrow();
    }

    private static void rest(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
        }
    }
}
