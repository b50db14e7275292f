package dev.mortise.tck.server;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A Redis Cluster of three masters with a replica each, on 127.0.0.1. Its servers end with this JVM. */
public final class ClusterServers implements ServerGroup {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    private final List<RedisServer> servers = new ArrayList<>();

    private final boolean tls;

    private ClusterServers(boolean tls) {
        this.tls = tls;
    }

    /** A master that was silent for a second is taken for down. */
    public static ClusterServers start() {
        return start(1_000);
    }

    /**
     * Returns when all slots are served and the replicas follow.
     *
     * @param nodeTimeoutMillis how long a server may be silent
     */
    public static ClusterServers start(int nodeTimeoutMillis) {
        return start(nodeTimeoutMillis, ServerOptions.defaults());
    }

    /**
     * The same.
     *
     * @param each of the servers; with TLS, they speak that to each other as well, and so does {@link #uri}
     */
    public static ClusterServers start(int nodeTimeoutMillis, ServerOptions each) {
        ClusterServers all = new ClusterServers(each.hasTls());
        try {
            all.begin(nodeTimeoutMillis, each);
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void begin(int nodeTimeoutMillis, ServerOptions each) {
        ServerOptions options = each.withConfig(
                "cluster-enabled yes",
                "cluster-node-timeout " + nodeTimeoutMillis,
                "cluster-replica-validity-factor 0",
                "repl-diskless-sync-delay 0",
                "repl-ping-replica-period 1");
        if (tls) {
            options = options.withConfig("tls-cluster yes", "tls-replication yes");
        }
        for (int i = 0; i < 2 * MASTERS; i++) {
            RedisServer server = RedisServer.start(options);
            servers.add(server);
            server.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (int i = 0; i < MASTERS; i++) {
            addSlots(servers.get(i), SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS);
        }
        RedisServer first = servers.get(0);
        for (RedisServer server : servers.subList(1, servers.size())) {
            first.command("CLUSTER", "MEET", Ports.LOOPBACK, Integer.toString(server.groupPort()));
        }
        Waiting.until(
                "everybody knows everybody",
                () -> servers.stream().allMatch(server -> known(server) == servers.size()));
        for (int i = 0; i < MASTERS; i++) {
            servers.get(MASTERS + i).command("CLUSTER", "REPLICATE", id(servers.get(i)));
        }
        awaitHealthy();
    }

    /** Redis 6.2 takes no ranges. */
    private static void addSlots(RedisServer server, int from, int to) {
        String[] command = new String[2 + to - from];
        command[0] = "CLUSTER";
        command[1] = "ADDSLOTS";
        for (int slot = from; slot < to; slot++) {
            command[2 + slot - from] = Integer.toString(slot);
        }
        server.command(command);
    }

    /** Waits until every server says that all is well, and each master has a replica that follows. */
    public void awaitHealthy() {
        Waiting.until("the cluster is well", () -> servers.stream().allMatch(this::isWell));
    }

    private boolean isWell(RedisServer server) {
        try {
            String info = String.valueOf(server.command("CLUSTER", "INFO"));
            Map<String, String> replication = server.info("replication");
            boolean follows = "master".equals(replication.get("role"))
                    ? !"0".equals(replication.get("connected_slaves"))
                    : "up".equals(replication.get("master_link_status"));
            return follows
                    && info.contains("cluster_state:ok")
                    && info.contains("cluster_slots_ok:" + SLOTS)
                    && masters(server).size() == MASTERS;
        } catch (UncheckedIOException down) {
            return false;
        }
    }

    /** {@code redis[s]-cluster://host:port,host:port,host:port}: the first three of them. */
    @Override
    public String uri() {
        return (tls ? "rediss" : "redis") + "-cluster://"
                + servers.stream()
                        .limit(MASTERS)
                        .map(server -> Ports.LOOPBACK + ":" + server.groupPort())
                        .collect(Collectors.joining(","));
    }

    @Override
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** The masters, as a server sees them that is up. */
    public List<RedisServer> masters() {
        return masters(up()).keySet().stream().map(this::server).toList();
    }

    @Override
    public RedisServer masterOf(String key) {
        return masterOf(slot(key));
    }

    /** The master of a slot. */
    public RedisServer masterOf(int slot) {
        return masters(up()).entrySet().stream()
                .filter(master -> master.getValue().stream().anyMatch(range -> range[0] <= slot && slot <= range[1]))
                .map(master -> server(master.getKey()))
                .findFirst()
                .orElseThrow();
    }

    /** The slot of a key. */
    public int slot(String key) {
        return Math.toIntExact((Long) Objects.requireNonNull(up().command("CLUSTER", "KEYSLOT", key)));
    }

    /** {@inheritDoc} It knows itself what it was part of. */
    @Override
    public void bringBack(RedisServer server) {
        server.restart();
        awaitHealthy();
    }

    /** Begins to move a slot from its master to another. */
    public SlotMigration migrate(int slot, RedisServer to) {
        return new SlotMigration(this, slot, masterOf(slot), to);
    }

    /** The cluster's name for a server. */
    public String id(RedisServer server) {
        return String.valueOf(server.command("CLUSTER", "MYID"));
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }

    private RedisServer up() {
        for (RedisServer server : servers) {
            if (server.isUp()) {
                return server;
            }
        }
        throw new IllegalStateException("no server of the cluster is up");
    }

    private RedisServer server(int port) {
        return servers.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow();
    }

    private static int known(RedisServer server) {
        return (int) String.valueOf(server.command("CLUSTER", "NODES"))
                .lines()
                .filter(line -> !line.contains("handshake"))
                .count();
    }

    /** First and last slots by the plain port of their master, as that server sees them. */
    private static Map<Integer, List<int[]>> masters(RedisServer server) {
        Map<Integer, List<int[]>> masters = new LinkedHashMap<>();
        for (Object entry : (List<?>) Objects.requireNonNull(server.command("CLUSTER", "SLOTS"))) {
            List<?> range = (List<?>) entry;
            int port = number(((List<?>) range.get(2)).get(1));
            masters.computeIfAbsent(port, none -> new ArrayList<>())
                    .add(new int[] {number(range.get(0)), number(range.get(1))});
        }
        return masters;
    }

    private static int number(Object reply) {
        return Math.toIntExact((Long) reply);
    }
}
