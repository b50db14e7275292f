package dev.mortise.redis;

import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Redis Cluster: any of its servers knows who has which slots. */
final class ClusterTopology implements Topology {

    private final Servers servers;
    private final List<ServerAddress> seeds;
    private volatile Set<ServerAddress> known = Set.of();

    /**
     * @param seeds servers of the cluster, not necessarily all
     */
    ClusterTopology(Servers servers, List<ServerAddress> seeds) {
        this.servers = servers;
        this.seeds = List.copyOf(seeds);
    }

    @Override
    public boolean sharded() {
        return true;
    }

    @Override
    public Masters find(Set<ServerAddress> silent, Duration limit) throws IOException {
        IOException last = null;
        for (ServerAddress server : candidates(silent)) {
            try {
                Masters found = masters(server, servers.ask(server, limit, "CLUSTER", "SLOTS"));
                known = found.all();
                return found;
            } catch (IOException e) {
                if (last != null) {
                    e.addSuppressed(last);
                }
                last = e;
            }
        }
        throw last == null ? new IOException("no server of the cluster is known") : last;
    }

    private List<ServerAddress> candidates(Set<ServerAddress> silent) {
        List<ServerAddress> masters = new ArrayList<>(known);
        Collections.shuffle(masters);
        Set<ServerAddress> all = new LinkedHashSet<>(masters);
        all.addAll(seeds);
        List<ServerAddress> candidates = new ArrayList<>(all);
        candidates.sort(Comparator.comparing(silent::contains));
        return candidates;
    }

    private static Masters masters(ServerAddress asked, @Nullable Object reply) throws IOException {
        if (reply instanceof ServerError error) {
            Trouble trouble = Troubles.of(error);
            throw new WireException(
                    error.message().contains("cluster support disabled")
                            ? new Trouble(
                                    Trouble.Kind.REFUSED,
                                    "CLUSTER",
                                    asked + " is not part of a Redis Cluster",
                                    "connect to a single server with redis://, or to Sentinel with redis-sentinel://",
                                    false,
                                    null)
                            : trouble);
        }
        try {
            List<Masters.Range> ranges = new ArrayList<>();
            for (Object entry : (List<?>) unexpectedIfNull(reply)) {
                List<?> range = (List<?>) entry;
                List<?> master = (List<?>) range.get(2);
                ranges.add(new Masters.Range(
                        number(range.get(0)),
                        number(range.get(1)),
                        new ServerAddress(host(master.get(0), asked), number(master.get(1)))));
            }
            if (ranges.isEmpty()) {
                throw new IOException(asked + " knows no master yet");
            }
            return Masters.of(ranges);
        } catch (ClassCastException | IndexOutOfBoundsException e) {
            throw new IOException("CLUSTER SLOTS was answered in an unknown way by " + asked, e);
        }
    }

    private static Object unexpectedIfNull(@Nullable Object reply) throws IOException {
        if (reply == null) {
            throw new IOException("CLUSTER SLOTS was not answered");
        }
        return reply;
    }

    private static int number(Object value) {
        return ((Long) value).intValue();
    }

    /** A server that does not know its own address leaves it out. */
    private static String host(@Nullable Object value, ServerAddress asked) {
        String host = value instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
        return host.isEmpty() || host.equals("?") ? asked.host() : host;
    }
}
