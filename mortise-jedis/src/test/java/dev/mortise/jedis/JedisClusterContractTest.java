package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerGroup;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a Redis Cluster, over Jedis from a URI, as a user who may do only what docs/wire.md lists. */
@Tag("topologies")
@Tag("servers")
class JedisClusterContractTest extends LockCompatibilityKit {

    private static ClusterServers cluster;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        cluster = ClusterServers.start(30_000);
        AclUser user = LeastPrivilege.with("+cluster");
        cluster.servers().forEach(user::create);
        jedis = new RedisUnderTest(
                "Jedis from a cluster's URI", cluster.servers(), List.of(), () -> JedisStore.at(user.uri(cluster)));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (ServerGroup ended = cluster) {
            assertThat(ended.servers())
                    .allSatisfy(server -> assertThat(AclUser.refused(server)).isEmpty());
        }
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
