package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.VirtualThreadsKit;
import dev.mortise.tck.server.RedisServer;

class VirtualThreadsTest extends VirtualThreadsKit {

    @Override
    protected Store storeOn(RedisServer server) {
        return LettuceStore.at(server.uri());
    }
}
