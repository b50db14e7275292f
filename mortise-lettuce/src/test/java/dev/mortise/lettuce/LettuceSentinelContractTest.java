package dev.mortise.lettuce;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract behind Redis Sentinel, over Lettuce from a URI. */
@Tag("topologies")
@Tag("servers")
class LettuceSentinelContractTest extends LockCompatibilityKit {

    private static SentinelServers servers;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        lettuce = new RedisUnderTest(
                "Lettuce from sentinels' URI",
                servers.servers(),
                servers.sentinels(),
                () -> LettuceStore.at(servers.uri()));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return lettuce;
    }
}
