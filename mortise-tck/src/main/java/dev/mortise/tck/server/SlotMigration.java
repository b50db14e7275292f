package dev.mortise.tck.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A slot on its way from one master to another, as the usual tools move it. */
public final class SlotMigration {

    private static final int AT_ONCE = 100;

    private final ClusterServers cluster;
    private final String slot;
    private final RedisServer from;
    private final RedisServer to;

    SlotMigration(ClusterServers cluster, int slot, RedisServer from, RedisServer to) {
        this.cluster = cluster;
        this.slot = Integer.toString(slot);
        this.from = from;
        this.to = to;
        to.command("CLUSTER", "SETSLOT", this.slot, "IMPORTING", cluster.id(from));
        from.command("CLUSTER", "SETSLOT", this.slot, "MIGRATING", cluster.id(to));
    }

    /** Moves all keys that are there, and returns how many. From now on they are found by {@code ASK}. */
    public int moveKeys() {
        int moved = 0;
        for (; ; ) {
            List<?> keys = (List<?>)
                    Objects.requireNonNull(from.command("CLUSTER", "GETKEYSINSLOT", slot, Integer.toString(AT_ONCE)));
            if (keys.isEmpty()) {
                return moved;
            }
            List<String> command = new ArrayList<>(
                    List.of("MIGRATE", Ports.LOOPBACK, Integer.toString(to.port()), "", "0", "5000", "KEYS"));
            keys.forEach(key -> command.add((String) key));
            from.command(command.toArray(String[]::new));
            moved += keys.size();
        }
    }

    /** Gives the slot to its new master, for good. */
    public void finish() {
        String id = cluster.id(to);
        to.command("CLUSTER", "SETSLOT", slot, "NODE", id);
        from.command("CLUSTER", "SETSLOT", slot, "NODE", id);
    }
}
