package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/** The contract with sharded messages in a Redis Cluster, over a cluster client of the application. */
@Tag("topologies")
@Tag("servers")
class RedisClusterClientShardedContractTest extends LockCompatibilityKit {

    private static ClusterServers cluster;
    private static RedisClusterClient client;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        cluster = ClusterServers.start(30_000);
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        Set<HostAndPort> nodes = cluster.servers().stream()
                .map(server -> new HostAndPort("127.0.0.1", server.port()))
                .collect(Collectors.toSet());
        client = RedisClusterClient.builder().nodes(nodes).poolConfig(pool).build();
        jedis = new RedisUnderTest(
                "RedisClusterClient, sharded messages",
                cluster.servers(),
                List.of(),
                () -> JedisStore.using(client).shardedMessages());
    }

    @AfterAll
    static void stop() {
        assertThat(client.set("still", "open"))
                .as("a client that was handed in is not closed")
                .isEqualTo("OK");
        SafetyViolation.checked(() -> Eventually.eventually(
                "every connection is back in its pool",
                () -> client.getClusterNodes().values().stream().allMatch(pool -> pool.getNumActive() == 0)));
        client.close();
        cluster.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
