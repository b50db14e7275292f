package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** What a pipeline of the application's client does with the connection below it. */
@Tag("servers")
class PipelineWireTest {

    @Test
    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    void aConnectionIsGivenBackOnce() throws Exception {
        try (RedisServer server = RedisServer.start();
                PooledConnectionProvider provider = new PooledConnectionProvider(
                        new HostAndPort("127.0.0.1", server.port()),
                        DefaultJedisClientConfig.builder().build(),
                        new ConnectionPoolConfig());
                UnifiedJedis client = new UnifiedJedis(provider, 1, Duration.ofSeconds(1))) {
            PipelineWire ended = new PipelineWire(client);
            ended.close();
            PipelineWire next = new PipelineWire(client);
            assertThat(provider.getPool().getNumActive()).isEqualTo(1);
            ended.close();
            assertThat(provider.getPool().getNumActive())
                    .as("the connection that was lent to the next one")
                    .isEqualTo(1);
            next.close();
            assertThat(provider.getPool().getNumActive()).isZero();
        }
    }
}
