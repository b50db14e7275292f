package dev.mortise.tck.server;

import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.StoreUnderTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Stores on one {@link RedisServer}, as the {@link dev.mortise.tck.LockCompatibilityKit} wants them. */
public final class RedisUnderTest implements StoreUnderTest {

    private static final String KEYS_LEFT = """
            local left = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              if not ((key:match(':token$') or key:match('^mortise:token:')) and redis.call('PTTL', key) ~= -1) then
                left[#left + 1] = key
              end
            end
            return left""";

    /** To load the classes of a client on a busy machine. */
    private static final Duration WARM_UP = Duration.ofSeconds(30);

    private final String name;
    private final RedisServer server;
    private final Supplier<Store> stores;
    private final int othersConnections;

    /**
     * Opens a node once, so that no test has to load the classes of a client within its time. Takes what is connected then
     * for somebody else's.
     *
     * @param name for the report
     * @param server where to look for what is left
     * @param stores makes a store on that server
     */
    public RedisUnderTest(String name, RedisServer server, Supplier<Store> stores) {
        this.name = name;
        this.server = server;
        this.stores = stores;
        Mortise.builder().store(newStore()).requestLimit(WARM_UP).build().close();
        this.othersConnections = connections();
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
    public List<String> keysLeft() {
        List<?> keys = (List<?>) Objects.requireNonNull(server.command("EVAL", KEYS_LEFT, "0"));
        return keys.stream().map(String.class::cast).toList();
    }

    @Override
    public int subscriptionsLeft() {
        return ((List<?>) Objects.requireNonNull(server.command("PUBSUB", "CHANNELS"))).size();
    }

    @Override
    public int connectionsLeft() {
        return Math.max(0, connections() - othersConnections);
    }

    /** Those that name themselves as Mortise's. */
    private int connections() {
        String clients = (String) Objects.requireNonNull(server.command("CLIENT", "LIST"));
        return (int) Arrays.stream(clients.split("\n"))
                .filter(client -> client.contains(" name=mortise"))
                .count();
    }
}
