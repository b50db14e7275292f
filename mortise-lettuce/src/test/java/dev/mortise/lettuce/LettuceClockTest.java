package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.faults.ClockKit;

/** The server's clock is set, over Lettuce from a URI. */
class LettuceClockTest extends ClockKit {

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.at(uri);
    }
}
