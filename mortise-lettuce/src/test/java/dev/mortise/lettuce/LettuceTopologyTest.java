package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.topology.TopologyKit;
import org.junit.jupiter.api.Tag;

/** Failing, freezing and moving servers, over Lettuce from a URI. */
@Tag("topologies")
class LettuceTopologyTest extends TopologyKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
