package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Servers;
import java.util.function.Function;

/** Finds this driver on the class path. */
public final class JedisDriverProvider implements DriverProvider {

    /** For the service loader. */
    public JedisDriverProvider() {}

    @Override
    public String name() {
        return "Jedis";
    }

    @Override
    public String client() {
        return "redis.clients.jedis.Connection";
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public Driver create(RedisUri uri) {
        return new UriDriver(uri);
    }

    @Override
    public Servers servers(RedisUri like, Function<ServerAddress, RedisUri> uris) {
        return new UriServers(uris, UriDriver.QUIET_MILLIS);
    }
}
