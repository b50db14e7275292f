package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on Redis, over a Lettuce client of the application with the options it has by default. */
@Tag("servers")
class LettuceClientCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static RedisClient client;
    private static StatefulRedisConnection<String, String> connection;
    private static StoreUnderTest lettuce;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = RedisClient.create(server.uri());
        connection = client.connect();
        lettuce = new RedisUnderTest("Lettuce client", server, () -> LettuceStore.using(client));
    }

    @AfterAll
    static void stop() {
        assertThat(connection.sync().ping())
                .as("a client that was handed in is not shut down")
                .isEqualTo("PONG");
        client.shutdown();
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return lettuce;
    }
}
