package dev.mortise.springdata;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract behind Redis Sentinel, over a template of the application on Jedis. */
@Tag("topologies")
@Tag("servers")
class JedisSentinelFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static SentinelServers servers;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        StringRedisTemplate template =
                new StringRedisTemplate(FACTORIES.toSentinels(Factories.Kind.JEDIS, servers, 40));
        store = new RedisUnderTest(
                "RedisTemplate on Jedis, Sentinel",
                servers.servers(),
                servers.sentinels(),
                () -> SpringDataStore.using(template));
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return store;
    }
}
