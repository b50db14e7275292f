package dev.mortise.tck.server;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A master, two replicas and three sentinels on 127.0.0.1. They end with this JVM. */
public final class SentinelServers implements ServerGroup {

    /** The name under which the sentinels know the master. */
    public static final String MASTER = "tck-master";

    private static final int QUORUM = 2;

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private final boolean tls;

    private SentinelServers(boolean tls) {
        this.tls = tls;
    }

    /** Sentinels that take a master for down when it was silent for a second. */
    public static SentinelServers start() {
        return start(1_000);
    }

    /**
     * Returns when everybody knows everybody, and the replicas follow.
     *
     * @param downAfterMillis how long a master may be silent
     */
    public static SentinelServers start(int downAfterMillis) {
        return start(downAfterMillis, ServerOptions.defaults());
    }

    /**
     * The same.
     *
     * @param each of the servers and sentinels; with TLS, they speak that to each other as well, and so does {@link #uri}
     */
    public static SentinelServers start(int downAfterMillis, ServerOptions each) {
        SentinelServers all = new SentinelServers(each.hasTls());
        try {
            all.begin(downAfterMillis, each.hasTls() ? each.withConfig("tls-replication yes") : each);
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void begin(int downAfterMillis, ServerOptions each) {
        ServerOptions options = each.withConfig("repl-diskless-sync-delay 0", "repl-ping-replica-period 1");
        RedisServer master = RedisServer.start(options);
        servers.add(master);
        ServerOptions replica = options.withConfig("replicaof " + Ports.LOOPBACK + " " + master.groupPort());
        servers.add(RedisServer.start(replica));
        servers.add(RedisServer.start(replica));
        Waiting.until("two replicas follow", () -> following(master) == 2);
        ServerOptions watching = each.withConfig(
                "sentinel monitor " + MASTER + " " + Ports.LOOPBACK + " " + master.groupPort() + " " + QUORUM,
                "sentinel down-after-milliseconds " + MASTER + " " + downAfterMillis,
                "sentinel failover-timeout " + MASTER + " 4000",
                "sentinel parallel-syncs " + MASTER + " 2");
        IntStream.range(0, 3).forEach(i -> sentinels.add(RedisServer.start(watching)));
        awaitHealthy();
    }

    /** Waits until all replicas follow the master and all sentinels know all of them. */
    public void awaitHealthy() {
        Waiting.until("two replicas follow", () -> following(master()) == 2);
        Waiting.until(
                "the sentinels know each other and the replicas",
                () -> sentinels.stream().allMatch(sentinel -> {
                    String line = String.valueOf(sentinel.info("sentinel").get("master0"));
                    return line.contains("status=ok") && line.contains("slaves=2") && line.contains("sentinels=3");
                }));
    }

    /** {@code redis[s]-sentinel://host:port,host:port,host:port#name}. */
    @Override
    public String uri() {
        return (tls ? "rediss" : "redis") + "-sentinel://"
                + sentinels.stream()
                        .map(sentinel -> Ports.LOOPBACK + ":" + sentinel.groupPort())
                        .collect(Collectors.joining(","))
                + "#" + MASTER;
    }

    /** The master as most sentinels have it now, whether it is up or not. */
    public RedisServer master() {
        int port = elected();
        return servers.stream()
                .filter(server -> server.groupPort() == port)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    public List<RedisServer> sentinels() {
        return List.copyOf(sentinels);
    }

    @Override
    public RedisServer masterOf(String key) {
        return master();
    }

    @Override
    public void bringBack(RedisServer server) {
        server.restart();
        server.command("REPLICAOF", Ports.LOOPBACK, Integer.toString(master().groupPort()));
        awaitHealthy();
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
    }

    /** The port that at least two sentinels agree on, and whose server says that it is the master if it is up. */
    private int elected() {
        Set<Integer> seen = new TreeSet<>();
        for (RedisServer sentinel : sentinels) {
            List<?> address =
                    (List<?>) Objects.requireNonNull(sentinel.command("SENTINEL", "get-master-addr-by-name", MASTER));
            int port = Integer.parseInt((String) address.get(1));
            if (!seen.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no two sentinels agree on a master: " + seen);
    }

    private static long following(RedisServer master) {
        try {
            return master.info("replication").entrySet().stream()
                    .filter(field -> field.getKey().matches("slave\\d+"))
                    .filter(field -> field.getValue().contains("state=online"))
                    .count();
        } catch (UncheckedIOException down) {
            return 0;
        }
    }
}
