package dev.mortise.jedis;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on Redis, over Jedis from a URI. */
@Tag("servers")
class JedisCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        jedis = new RedisUnderTest("Jedis from a URI", server, () -> JedisStore.at(server.uri()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
