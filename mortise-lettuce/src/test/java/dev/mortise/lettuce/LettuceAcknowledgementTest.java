package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.AcknowledgementKit;

/** Acknowledged locks, over Lettuce from a URI. */
class LettuceAcknowledgementTest extends AcknowledgementKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
