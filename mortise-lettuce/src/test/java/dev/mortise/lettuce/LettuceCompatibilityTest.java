package dev.mortise.lettuce;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on Redis, over Lettuce from a URI. */
@Tag("servers")
class LettuceCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        lettuce = new RedisUnderTest("Lettuce from a URI", server, () -> LettuceStore.at(server.uri()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return lettuce;
    }
}
