package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.faults.FaultKit;

/** The fault matrix, over Lettuce from a URI. */
class LettuceFaultsTest extends FaultKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
