package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.faults.FaultKit;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;

/** The fault matrix, over a client of the application that reconnects and sends again by itself, as by default. */
class LettuceClientFaultsTest extends FaultKit {

    private static final RedisClient CLIENT = RedisClient.create();

    @AfterAll
    static void shutDown() {
        CLIENT.shutdown();
    }

    @Override
    protected Store storeAt(String uri) {
        return LettuceStore.using(CLIENT, RedisURI.create(uri));
    }
}
