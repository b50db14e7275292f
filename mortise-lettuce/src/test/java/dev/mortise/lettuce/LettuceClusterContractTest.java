package dev.mortise.lettuce;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a Redis Cluster, over Lettuce from a URI. */
@Tag("topologies")
@Tag("servers")
class LettuceClusterContractTest extends LockCompatibilityKit {

    private static ClusterServers cluster;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        cluster = ClusterServers.start(30_000);
        lettuce = new RedisUnderTest(
                "Lettuce from a cluster's URI", cluster.servers(), List.of(), () -> LettuceStore.at(cluster.uri()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return lettuce;
    }
}
