package dev.mortise.tck.server;

import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.StoreUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores on a {@link RedisServer}, or on several that share the locks, as the {@link dev.mortise.tck.LockCompatibilityKit} wants them. */
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
    private final List<RedisServer> servers;
    private final List<RedisServer> sentinels;
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
        this(name, List.of(server), List.of(), stores);
    }

    /**
     * The same on several servers.
     *
     * @param servers masters and replicas
     * @param sentinels those that watch over them
     */
    public RedisUnderTest(String name, List<RedisServer> servers, List<RedisServer> sentinels, Supplier<Store> stores) {
        this.name = name;
        this.servers = List.copyOf(servers);
        this.sentinels = List.copyOf(sentinels);
        this.stores = stores;
        Mortise.builder().store(newStore()).requestLimit(WARM_UP).build().close();
        this.othersConnections = connections();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int servers() {
        return servers.size();
    }

    @Override
    public Store newStore() {
        return stores.get();
    }

    @Override
    public List<String> keysLeft() {
        return servers.stream()
                .filter(server -> servers.size() == 1
                        || "master".equals(server.info("replication").get("role")))
                .flatMap(server -> list(server, "EVAL", KEYS_LEFT, "0"))
                .toList();
    }

    @Override
    public int subscriptionsLeft() {
        return (int) servers.stream()
                .flatMap(server -> list(server, "PUBSUB", "CHANNELS"))
                .filter(channel -> !channel.startsWith("__sentinel__"))
                .count();
    }

    @Override
    public int connectionsLeft() {
        return Math.max(0, connections() - othersConnections);
    }

    /** Those that name themselves as Mortise's. */
    private int connections() {
        return (int) Stream.concat(servers.stream(), sentinels.stream())
                .map(server -> (String) Objects.requireNonNull(server.command("CLIENT", "LIST")))
                .flatMap(String::lines)
                .filter(client -> client.contains(" name=mortise"))
                .count();
    }

    private static Stream<String> list(RedisServer server, String... command) {
        return ((List<?>) Objects.requireNonNull(server.command(command)))
                .stream().map(String.class::cast);
    }
}
