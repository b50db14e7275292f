package dev.mortise.lettuce;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract on Redis, over Lettuce from a URI. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class LettuceCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(
            server -> new RedisUnderTest("Lettuce from a URI", server, () -> LettuceStore.at(server.uri())));

    @AfterAll
    static void stop() {
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
