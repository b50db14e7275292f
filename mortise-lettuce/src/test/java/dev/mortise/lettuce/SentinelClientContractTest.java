package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract behind Redis Sentinel, over a client of the application. */
@Tag("topologies")
@Tag("servers")
class SentinelClientContractTest extends LockCompatibilityKit {

    private static SentinelServers servers;
    private static RedisClient client;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        RedisURI.Builder uri = RedisURI.builder().withSentinelMasterId(SentinelServers.MASTER);
        servers.sentinels().forEach(sentinel -> uri.withSentinel("127.0.0.1", sentinel.port()));
        client = RedisClient.create(uri.build());
        lettuce = new RedisUnderTest(
                "RedisClient, Sentinel", servers.servers(), servers.sentinels(), () -> LettuceStore.using(client));
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
