package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.topology.HiddenShardsKit;

/** Several shards behind one address, over Lettuce from a URI. */
class HiddenShardsTest extends HiddenShardsKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
