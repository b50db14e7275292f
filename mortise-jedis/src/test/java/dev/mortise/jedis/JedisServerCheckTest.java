package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.driver.ServerCheckKit;

/** The check at the start, over Jedis from a URI. */
class JedisServerCheckTest extends ServerCheckKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
