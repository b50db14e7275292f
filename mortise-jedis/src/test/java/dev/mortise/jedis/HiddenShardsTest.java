package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.topology.HiddenShardsKit;

/** Several shards behind one address, over Jedis from a URI. */
class HiddenShardsTest extends HiddenShardsKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
