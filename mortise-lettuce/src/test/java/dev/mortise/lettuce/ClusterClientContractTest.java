package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a Redis Cluster, over a cluster client of the application. */
@Tag("topologies")
@Tag("servers")
class ClusterClientContractTest extends LockCompatibilityKit {

    private static ClusterServers servers;
    private static RedisClusterClient client;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        servers = ClusterServers.start(30_000);
        client = RedisClusterClient.create(servers.servers().stream()
                .map(server -> RedisURI.create("127.0.0.1", server.port()))
                .toList());
        lettuce = new RedisUnderTest(
                "RedisClusterClient, Cluster", servers.servers(), List.of(), () -> LettuceStore.using(client));
    }

    @AfterAll
    static void stop() {
        try (var connection = client.connect()) {
            assertThat(connection.sync().ping())
                    .as("a client that was handed in is not closed")
                    .isEqualTo("PONG");
        }
        client.shutdown();
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return lettuce;
    }
}
