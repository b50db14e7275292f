package dev.mortise.springdata;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on Redis, over a factory of the application on Jedis. */
@Tag("servers")
class JedisFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static RedisServer server;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        RedisConnectionFactory factory = FACTORIES.makeJedis(server.port(), 40);
        store = new RedisUnderTest("RedisConnectionFactory on Jedis", server, () -> SpringDataStore.using(factory));
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return store;
    }
}
