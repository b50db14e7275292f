package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.faults.FaultKit;

/** The fault matrix, over Jedis from a URI. */
class JedisFaultsTest extends FaultKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
