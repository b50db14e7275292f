package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The contract on Redis, over any other Jedis client of the application. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class UnifiedJedisCompatibilityTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(UnifiedJedisCompatibilityTest::store);
    private static final Queue<UnifiedJedis> CLIENTS = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    private static StoreUnderTest store(RedisServer server) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        UnifiedJedis client = new UnifiedJedis(
                new PooledConnectionProvider(
                        new HostAndPort("127.0.0.1", server.port()),
                        DefaultJedisClientConfig.builder().build(),
                        pool),
                1,
                Duration.ofSeconds(1));
        CLIENTS.add(client);
        return new RedisUnderTest("UnifiedJedis", server, () -> JedisStore.using(client));
    }

    @AfterAll
    static void stop() {
        for (UnifiedJedis client : CLIENTS) {
            assertThat(client.ping())
                    .as("a client that was handed in is not closed")
                    .isEqualTo("PONG");
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
