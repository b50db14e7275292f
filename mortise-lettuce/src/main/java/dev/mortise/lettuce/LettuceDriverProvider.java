package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisUri;

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
}
