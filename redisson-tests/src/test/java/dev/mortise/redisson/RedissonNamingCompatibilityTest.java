package dev.mortise.redisson;

import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract in Redisson's naming. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class RedissonNamingCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(server -> new RedisUnderTest(
            "Redisson's naming", server, () -> JedisStore.at(server.uri()).redissonNaming()));

    @AfterAll
    static void stop() {
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
