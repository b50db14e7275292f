package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import dev.mortise.redis.RedisUri;
import dev.mortise.tck.driver.DriverKit;
import java.time.Duration;

/** A driver's duties, over Jedis from a URI. */
class JedisUriDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return new UriDriver(RedisUri.parse("redis://127.0.0.1:" + port), (int) quiet.toMillis());
    }
}
