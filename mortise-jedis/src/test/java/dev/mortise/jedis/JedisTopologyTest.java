package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.topology.TopologyKit;

/** Failing, freezing and moving servers, over Jedis from a URI. */
class JedisTopologyTest extends TopologyKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
