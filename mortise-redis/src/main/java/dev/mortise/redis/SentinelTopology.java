package dev.mortise.redis;

import dev.mortise.spi.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A master and its replicas, watched over by sentinels: they know who the master is, and tell when it is another. */
final class SentinelTopology implements Topology {

    private static final String SWITCH = "+switch-master";

    private final Servers servers;
    private final String name;

    private final List<ServerAddress> sentinels;

    /** The one that answered last. */
    private volatile int first;

    private final AtomicInteger listenedTo = new AtomicInteger();

    /**
     * @param name under which the sentinels know the master
     */
    SentinelTopology(Servers servers, List<ServerAddress> sentinels, String name) {
        this.servers = servers;
        this.sentinels = List.copyOf(sentinels);
        this.name = name;
    }

    @Override
    public boolean sharded() {
        return false;
    }

    /** {@inheritDoc} What a sentinel says is believed when the server says so, too: it may be a replica by now. */
    @Override
    public Masters find(Set<ServerAddress> silent, Duration limit) throws IOException {
        IOException last = null;
        Set<ServerAddress> refuted = new HashSet<>();
        for (int i = 0; i < sentinels.size(); i++) {
            int index = (first + i) % sentinels.size();
            ServerAddress sentinel = sentinels.get(index);
            try {
                ServerAddress master =
                        told(sentinel, servers.ask(sentinel, limit, "SENTINEL", "get-master-addr-by-name", name));
                if (refuted.add(master)) {
                    checkRole(master, servers.ask(master, limit, "ROLE"));
                    first = index;
                    return Masters.one(master);
                }
            } catch (IOException e) {
                if (last != null) {
                    e.addSuppressed(last);
                }
                last = e;
            }
        }
        throw last == null ? new IOException("no sentinel is known") : last;
    }

    @Override
    public AutoCloseable watch(Runnable changed, String threadName) {
        return servers.listen(this::next, Channels.classic(SWITCH), new Switches(changed), threadName);
    }

    /** Another one at each attempt: the one before may be down. */
    private ServerAddress next() {
        return sentinels.get(Math.floorMod(listenedTo.getAndIncrement(), sentinels.size()));
    }

    private ServerAddress told(ServerAddress sentinel, @Nullable Object reply) throws IOException {
        if (reply instanceof List<?> parts
                && parts.size() == 2
                && parts.get(0) instanceof byte[] host
                && parts.get(1) instanceof byte[] port) {
            return ServerAddress.told(text(host) + ":" + text(port), sentinel.host());
        }
        if (reply instanceof ServerError error) {
            throw new WireException(ConnectTrouble.refused("SENTINEL", error));
        }
        throw new WireException(new Trouble(
                Trouble.Kind.REFUSED,
                "SENTINEL",
                "the sentinel at " + sentinel + " knows no master '" + name + "'",
                "check the name behind the # of the URI: it is that of 'sentinel monitor' in the sentinels' configuration",
                false,
                null));
    }

    private static void checkRole(ServerAddress server, @Nullable Object reply) throws IOException {
        if (reply instanceof List<?> parts && !parts.isEmpty() && parts.get(0) instanceof byte[] role) {
            if (!text(role).equals("master")) {
                throw new IOException(server + " is a " + text(role) + ", not a master");
            }
        } else if (reply instanceof ServerError error && !error.code().equals("NOPERM")) {
            throw new WireException(Troubles.of(error));
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** After a reconnect a switch may have been missed. */
    private record Switches(Runnable changed) implements Driver.Subscriber {

        @Override
        public void subscribed(String channel) {
            changed.run();
        }

        @Override
        public void interrupted() {}

        @Override
        public void message(String channel, byte[] payload) {
            changed.run();
        }
    }
}
