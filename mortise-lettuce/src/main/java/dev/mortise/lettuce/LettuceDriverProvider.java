package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.Servers;
import java.util.function.Function;

/** Finds this driver on the class path. */
public final class LettuceDriverProvider implements DriverProvider {

    /** For the service loader. */
    public LettuceDriverProvider() {}

    @Override
    public String name() {
        return "Lettuce";
    }

    @Override
    public String client() {
        return "io.lettuce.core.RedisClient";
    }

    @Override
    public int rank() {
        return 20;
    }

    @Override
    public Driver create(RedisUri uri) {
        return LettuceStore.driver(uri);
    }

    @Override
    public Servers servers(RedisUri like, Function<ServerAddress, RedisUri> uris) {
        return new LettuceServers(ServerClient.ours(like.secured(), uris), like.tls(), LettuceDriver.QUIET_NANOS);
    }
}
