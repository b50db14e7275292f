package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.AcknowledgementKit;

/** Acknowledged locks, over Jedis from a URI. */
class JedisAcknowledgementTest extends AcknowledgementKit {

    @Override
    protected Store storeAt(String uri) {
        return JedisStore.at(uri);
    }
}
