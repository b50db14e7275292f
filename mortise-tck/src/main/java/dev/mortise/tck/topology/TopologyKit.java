package dev.mortise.tck.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.Store;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.SentinelServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks over a driver while servers of a Sentinel group or a Redis Cluster fail, freeze or hand over slots: each once. */
@Timeout(180)
public abstract class TopologyKit {

    /** Longer than two seconds: the machine may be busy. {@code ./mortise failover} has the figures. */
    private static final Duration SOON = Duration.ofSeconds(6);

    protected TopologyKit() {}

    /** A store of that driver at a URI, not yet open. */
    protected abstract Store storeAt(String uri);

    @Test
    void sentinelsElectAnotherMaster() {
        try (SentinelServers servers = SentinelServers.start()) {
            Failover.Report report = new Failover(servers, this::storeAt).run();
            assertThat(report.goesOn()).isLessThan(SOON);
            assertThat(report.lost()).as("those that reached a replica survive").isLessThan(report.holds());
        }
    }

    @Test
    void aReplicaOfTheClusterTakesOver() {
        try (ClusterServers servers = ClusterServers.start()) {
            Failover.Report report = new Failover(servers, this::storeAt).run();
            assertThat(report.goesOn()).isLessThan(SOON);
            assertThat(report.lost()).as("those that reached a replica survive").isLessThan(report.holds());
        }
    }

    @Test
    void slotsAreMovedWhileTheirLocksAreWanted() {
        try (ClusterServers servers = ClusterServers.start(15_000)) {
            Migration migration = new Migration(servers, this::storeAt);
            assertThat(migration.contended(3)).isGreaterThan(150);
            migration.held();
        }
    }

    @Test
    void aFrozenMasterCostsNoLockOfAnother() {
        try (ClusterServers servers = ClusterServers.start(15_000)) {
            FrozenShard.Report report =
                    new FrozenShard(servers, this::storeAt).run(300, Duration.ofSeconds(2), Duration.ofSeconds(3));
            assertThat(report.frozenLost()).isEqualTo(report.frozen());
            assertThat(report.others()).isPositive();
        }
    }
}
