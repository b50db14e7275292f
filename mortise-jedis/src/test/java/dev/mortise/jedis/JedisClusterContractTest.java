package dev.mortise.jedis;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a Redis Cluster, over Jedis from a URI. */
@Tag("topologies")
class JedisClusterContractTest extends LockCompatibilityKit {

    private static ClusterServers cluster;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        cluster = ClusterServers.start(30_000);
        jedis = new RedisUnderTest(
                "Jedis from a cluster's URI", cluster.servers(), List.of(), () -> JedisStore.at(cluster.uri()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
