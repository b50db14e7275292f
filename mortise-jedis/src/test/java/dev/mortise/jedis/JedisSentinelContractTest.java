package dev.mortise.jedis;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract behind Redis Sentinel, over Jedis from a URI. */
@Tag("topologies")
class JedisSentinelContractTest extends LockCompatibilityKit {

    private static SentinelServers servers;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        jedis = new RedisUnderTest(
                "Jedis from sentinels' URI",
                servers.servers(),
                servers.sentinels(),
                () -> JedisStore.at(servers.uri()));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
