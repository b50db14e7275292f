package dev.mortise.redisson;

import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract in Redisson's naming. */
@Tag("servers")
class RedissonNamingCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        store = new RedisUnderTest(
                "Redisson's naming", server, () -> JedisStore.at(server.uri()).redissonNaming());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return store;
    }
}
