package dev.mortise.tck.faults;

import dev.mortise.spi.Store;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import java.util.function.Function;

/** A server, a proxy in front of it, and the driver whose stores reach the server through the proxy or past it. */
public final class FaultBench implements AutoCloseable {

    private final RedisServer server = RedisServer.start();
    private final FaultProxy proxy = FaultProxy.to(server.port());
    private final Function<String, Store> stores;
    private final StoreUnderTest behindProxy;

    FaultBench(String driver, Function<String, Store> stores) {
        this.stores = stores;
        this.behindProxy = new RedisUnderTest(driver + " behind a proxy", server, () -> storeAt(proxy.uri()));
    }

    RedisServer server() {
        return server;
    }

    FaultProxy proxy() {
        return proxy;
    }

    Store storeAt(String uri) {
        return stores.apply(uri);
    }

    StoreUnderTest behindProxy() {
        return behindProxy;
    }

    @Override
    public void close() {
        proxy.close();
        server.close();
    }
}
