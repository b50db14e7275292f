package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.Eventually;
import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The contract on Redis, over a pooled Jedis client of the application. */
@Tag("servers")
class JedisPoolCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static RedisClient client;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        client = RedisClient.builder()
                .hostAndPort("127.0.0.1", server.port())
                .poolConfig(pool)
                .build();
        jedis = new RedisUnderTest("Jedis pool", server, () -> JedisStore.using(client));
    }

    @AfterAll
    static void stop() {
        assertThat(client.ping())
                .as("a client that was handed in is not closed")
                .isEqualTo("PONG");
        SafetyViolation.checked(() -> Eventually.eventually(
                "every connection is back in the pool", () -> client.getPool().getNumActive() == 0));
        client.close();
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
