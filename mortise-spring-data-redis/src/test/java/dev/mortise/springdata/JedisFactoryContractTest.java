package dev.mortise.springdata;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on Redis, over a factory of the application on Jedis. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class JedisFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static final ServerPool STORES = new ServerPool(JedisFactoryContractTest::store);

    private static StoreUnderTest store(RedisServer server) {
        RedisConnectionFactory factory = FACTORIES.makeJedis(server.port(), 40);
        return new RedisUnderTest("RedisConnectionFactory on Jedis", server, () -> SpringDataStore.using(factory));
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
