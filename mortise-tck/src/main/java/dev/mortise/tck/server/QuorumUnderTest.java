package dev.mortise.tck.server;

import dev.mortise.spi.Store;
import dev.mortise.tck.StoreUnderTest;
import java.util.List;
import java.util.function.Supplier;

/** Stores on a quorum of {@link Masters}: nothing may be left at any of them. */
public final class QuorumUnderTest implements StoreUnderTest {

    private final String name;
    private final Supplier<Store> stores;
    private final List<RedisUnderTest> masters;

    /**
     * @param name for the report
     * @param stores makes a store on those masters
     */
    public QuorumUnderTest(String name, Masters masters, Supplier<Store> stores) {
        this.name = name;
        this.stores = stores;
        this.masters = masters.stream()
                .map(server -> new RedisUnderTest(name, server, stores))
                .toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Store newStore() {
        return stores.get();
    }

    @Override
    public int servers() {
        return masters.size();
    }

    /** A master may give its vote after the release. */
    @Override
    public boolean leavesVotes() {
        return true;
    }

    @Override
    public List<String> keysLeft() {
        return masters.stream().flatMap(master -> master.keysLeft().stream()).toList();
    }

    @Override
    public int subscriptionsLeft() {
        return masters.stream().mapToInt(RedisUnderTest::subscriptionsLeft).sum();
    }

    @Override
    public int connectionsLeft() {
        return masters.stream().mapToInt(RedisUnderTest::connectionsLeft).sum();
    }
}
