package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The contract on Redis, over a pooled Jedis client of the application. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class JedisPoolCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(JedisPoolCompatibilityTest::store);
    private static final Queue<RedisClient> CLIENTS = new ConcurrentLinkedQueue<>();

    private static StoreUnderTest store(RedisServer server) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        RedisClient client = RedisClient.builder()
                .hostAndPort("127.0.0.1", server.port())
                .poolConfig(pool)
                .build();
        CLIENTS.add(client);
        return new RedisUnderTest("Jedis pool", server, () -> JedisStore.using(client));
    }

    @AfterAll
    static void stop() {
        for (RedisClient client : CLIENTS) {
            assertThat(client.ping())
                    .as("a client that was handed in is not closed")
                    .isEqualTo("PONG");
            SafetyViolation.checked(() -> Eventually.eventually(
                    "every connection is back in the pool",
                    () -> client.getPool().getNumActive() == 0));
            client.close();
        }
        CLIENTS.clear();
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
