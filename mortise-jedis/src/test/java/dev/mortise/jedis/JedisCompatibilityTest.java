package dev.mortise.jedis;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract on Redis, over Jedis from a URI. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class JedisCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES =
            new ServerPool(server -> new RedisUnderTest("Jedis from a URI", server, () -> JedisStore.at(server.uri())));

    @AfterAll
    static void stop() {
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
