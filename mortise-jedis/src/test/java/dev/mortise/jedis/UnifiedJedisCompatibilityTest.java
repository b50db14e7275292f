package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The contract on Redis, over any other Jedis client of the application. */
@Tag("servers")
class UnifiedJedisCompatibilityTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static UnifiedJedis client;
    private static StoreUnderTest jedis;

    @BeforeAll
    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    static void start() {
        server = RedisServer.start();
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        client = new UnifiedJedis(
                new PooledConnectionProvider(
                        new HostAndPort("127.0.0.1", server.port()),
                        DefaultJedisClientConfig.builder().build(),
                        pool),
                1,
                Duration.ofSeconds(1));
        jedis = new RedisUnderTest("UnifiedJedis", server, () -> JedisStore.using(client));
    }

    @AfterAll
    static void stop() {
        assertThat(client.ping())
                .as("a client that was handed in is not closed")
                .isEqualTo("PONG");
        client.close();
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
