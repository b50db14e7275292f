package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.faults.ClockKit;

/** The server's clock is set, over Jedis from a URI. */
class JedisClockTest extends ClockKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
