package dev.mortise.redis;

import java.util.function.Function;

/** Tells which URI it was asked for, and makes nothing. */
final class NoDriver implements DriverProvider {

    @Override
    public String name() {
        return "Nobody";
    }

    @Override
    public String client() {
        return "java.lang.Object";
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public Driver create(RedisUri uri) {
        throw new AssertionError("parsed " + uri);
    }

    @Override
    public Servers servers(Function<ServerAddress, RedisUri> uris) {
        throw new AssertionError("parsed " + uris);
    }
}
