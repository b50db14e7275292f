package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.driver.ServerCheckKit;

/** The check at the start, over Lettuce from a URI. */
class LettuceServerCheckTest extends ServerCheckKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
