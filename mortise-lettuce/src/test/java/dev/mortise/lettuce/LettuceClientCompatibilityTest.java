package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract on Redis, over a Lettuce client of the application with the options it has by default. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class LettuceClientCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(LettuceClientCompatibilityTest::store);
    private static final Queue<RedisClient> CLIENTS = new ConcurrentLinkedQueue<>();
    private static final Queue<StatefulRedisConnection<String, String>> CONNECTIONS = new ConcurrentLinkedQueue<>();

    private static StoreUnderTest store(RedisServer server) {
        RedisClient client = RedisClient.create(server.uri());
        CLIENTS.add(client);
        CONNECTIONS.add(client.connect());
        return new RedisUnderTest("Lettuce client", server, () -> LettuceStore.using(client));
    }

    @AfterAll
    static void stop() {
        for (StatefulRedisConnection<String, String> connection : CONNECTIONS) {
            assertThat(connection.sync().ping())
                    .as("a client that was handed in is not shut down")
                    .isEqualTo("PONG");
        }
        CLIENTS.forEach(RedisClient::shutdown);
        CONNECTIONS.clear();
        CLIENTS.clear();
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
