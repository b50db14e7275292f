package dev.mortise.jedis;

import java.io.IOException;
import redis.clients.jedis.Connection;

/**
 * Lends connections of the application to a {@link ClientDriver}. A client's pool does; whoever manages Jedis's connections
 * elsewhere gives others.
 */
public interface JedisConnections {

    /**
     * Lends a connection that nobody else uses until it is taken back. Blocks.
     *
     * @param limitMillis how long a lender may wait for a free one
     * @throws dev.mortise.redis.WireException when it is known what to do about it
     */
    Connection lend(int limitMillis) throws IOException;

    /**
     * Takes a connection back, once.
     *
     * @param soTimeout its read time-out when it was lent, which has been changed
     * @param broken whether it is of no use any more; it is closed then, also under a thread that reads
     */
    void takeBack(Connection connection, int soTimeout, boolean broken);
}
