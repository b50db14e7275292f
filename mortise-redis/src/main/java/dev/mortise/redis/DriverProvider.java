package dev.mortise.redis;

import java.util.function.Function;

/** Finds a driver on the class path; looked up with {@link java.util.ServiceLoader}. */
public interface DriverProvider {

    /** The client library, such as {@code Jedis}. */
    String name();

    /** A class of the client library: without it the driver, which may have come along with another, is passed over. */
    String client();

    /** Lower is taken first when several are on the class path. */
    int rank();

    /** Makes a driver for that server, without connecting yet. */
    Driver create(RedisUri uri);

    /**
     * Reaches several servers over one client, without connecting yet.
     *
     * @param like one of them: all speak TLS as it does
     * @param uris how to log in at each
     */
    Servers servers(RedisUri like, Function<ServerAddress, RedisUri> uris);
}
