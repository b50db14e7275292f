package dev.mortise.tck.server;

import dev.mortise.spi.Store;
import dev.mortise.tck.StoreUnderTest;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Stores under test, each on a {@link RedisServer} of its own, so that the tests of a contract run concurrently. A store is lent to
 * one test at a time. It comes back after a test that left nothing behind; the server of any other test is not used again.
 */
public final class ServerPool implements AutoCloseable {

    private final Function<RedisServer, StoreUnderTest> stores;
    private final Queue<Lent> free = new ConcurrentLinkedQueue<>();
    private final Queue<RedisServer> servers = new ConcurrentLinkedQueue<>();

    /** A pool whose stores are made by this function, one for each server. */
    public ServerPool(Function<RedisServer, StoreUnderTest> stores) {
        this.stores = stores;
    }

    /** A store that no other test uses. */
    public StoreUnderTest lend() {
        Lent lent = free.poll();
        if (lent != null) {
            return lent;
        }
        RedisServer server = RedisServer.start();
        servers.add(server);
        return new Lent(stores.apply(server));
    }

    /** All servers that were started. */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** Stops the servers. The pool can be used again: JUnit may run a class a second time in the same JVM. */
    @Override
    public void close() {
        free.clear();
        for (RedisServer server = servers.poll(); server != null; server = servers.poll()) {
            server.close();
        }
    }

    private final class Lent implements StoreUnderTest {
        private final StoreUnderTest store;

        Lent(StoreUnderTest store) {
            this.store = store;
        }

        @Override
        public String name() {
            return store.name();
        }

        @Override
        public Store newStore() {
            return store.newStore();
        }

        @Override
        public int servers() {
            return store.servers();
        }

        @Override
        public List<String> keysLeft() {
            return store.keysLeft();
        }

        @Override
        public int subscriptionsLeft() {
            return store.subscriptionsLeft();
        }

        @Override
        public int connectionsLeft() {
            return store.connectionsLeft();
        }

        @Override
        public boolean leavesVotes() {
            return store.leavesVotes();
        }

        @Override
        public boolean sharesTime() {
            return store.sharesTime();
        }

        @Override
        public void giveBack() {
            free.add(this);
        }
    }
}
