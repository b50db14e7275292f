package dev.mortise.tck.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.spi.Store;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.SentinelServers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Locks over a driver while servers of a Sentinel group or a Redis Cluster fail, freeze or hand over slots: each once. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
@Tag("timing")
public abstract class TopologyKit {

    /** Longer than any test pauses a server: no replica takes over. */
    private static final int PATIENT_MILLIS = 30_000;

    @SuppressWarnings("NullAway.Init")
    private ClusterServers patient;

    protected TopologyKit() {}

    /** A store of that driver at a URI, not yet open. */
    protected abstract Store storeAt(String uri);

    @BeforeAll
    void startPatient() {
        patient = ClusterServers.start(PATIENT_MILLIS);
    }

    @AfterAll
    void stopPatient() {
        patient.close();
    }

    private Store shardedAt(String uri) {
        return storeAt(uri + "?messages=sharded");
    }

    @Test
    void sentinelsElectAnotherMaster() {
        try (SentinelServers servers = SentinelServers.start()) {
            assertGoesOn(new Failover(servers, this::storeAt).run());
        }
    }

    @Test
    void aReplicaOfTheClusterTakesOver() {
        try (ClusterServers servers = ClusterServers.start()) {
            assertGoesOn(new Failover(servers, this::storeAt).run());
        }
    }

    @Test
    void aReplicaOfTheClusterTakesOverShardedChannels() {
        try (ClusterServers servers = ClusterServers.start()) {
            assertGoesOn(new Failover(servers, this::shardedAt).run());
        }
    }

    private static void assertGoesOn(Failover.Report report) {
        assertThat(report.lost()).as("those that reached a replica survive").isLessThan(report.holds());
    }

    @Test
    void aSlotIsMovedWhileItsLockIsWanted() {
        assertThat(new Migration(patient, this::storeAt).contended(3)).isGreaterThan(150);
    }

    @Test
    void aSlotIsMovedWithItsShardedChannels() {
        assertThat(new Migration(patient, this::shardedAt).contended(3)).isGreaterThan(150);
    }

    @Test
    void aHoldOutlivesAMigrationThatTakesLongerThanItsLease() {
        new Migration(patient, this::storeAt).held();
    }

    @Test
    void nobodyIsToldOfAGrantThatAMovingSlotCouldNotKeep() {
        new Migration(patient, this::storeAt).handedOn();
    }

    @Test
    void aFrozenMasterCostsNoLockOfAnother() {
        FrozenShard.Report report = new FrozenShard(patient, this::storeAt).run(300);
        assertThat(report.frozenLost()).isEqualTo(report.frozen());
        assertThat(report.others()).isPositive();
    }

    /** The one listens at one master; the locks are on all three. */
    @Test
    void aWaiterIsToldWhicheverServerItListensAt() {
        waitersAreTold(this::storeAt);
    }

    /** Each lock has a channel at its own master, and no other server hears of it. */
    @Test
    void aWaiterIsToldOnTheChannelOfItsLock() {
        long before = published();
        waitersAreTold(this::shardedAt);
        assertThat(published()).isEqualTo(before);
    }

    private long published() {
        return patient.servers().stream()
                .mapToLong(server -> server.commandCalls().getOrDefault("publish", 0L))
                .sum();
    }

    private void waitersAreTold(Function<String, Store> stores) {
        try (Mortise holder = node(stores);
                Mortise waiter = node(stores)) {
            for (int i = 0; i < 8; i++) {
                DistributedLock lock = holder.lock("told-" + i);
                OwnedHold hold = lock.acquire();
                CompletableFuture<OwnedHold> waits = waiter.lock("told-" + i).acquireAsync();
                Eventually.eventually("it waits", () -> lock.inspect().waiters().size() == 1);
                FaultyStore hearing = (FaultyStore) waiter.store();
                int before = hearing.heard();
                hold.release();
                waits.join().release();
                Eventually.eventually("the waiter heard of it", () -> hearing.heard() > before);
            }
        }
    }

    private Mortise node(Function<String, Store> stores) {
        return Mortise.builder()
                .store(new FaultyStore(stores.apply(patient.uri())))
                .closeGrace(Duration.ZERO)
                .build();
    }
}
