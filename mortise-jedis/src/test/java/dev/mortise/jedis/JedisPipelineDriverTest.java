package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import dev.mortise.tck.driver.DriverKit;
import java.time.Duration;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** A driver's duties, over any other Jedis client of the application. */
class JedisPipelineDriverTest extends DriverKit {

    @Override
    @SuppressWarnings("deprecation") // the plainest client that shows no pool
    protected Driver driver(int port, Duration quiet) {
        PooledConnectionProvider provider = new PooledConnectionProvider(new HostAndPort("127.0.0.1", port));
        return new ClientDriver(opened(new UnifiedJedis(provider, 1, Duration.ofSeconds(1))), (int) quiet.toMillis());
    }
}
