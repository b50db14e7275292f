package dev.mortise.redis;

import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A link to the masters of a topology, over one link each. A request goes to the master of its keys, and follows them when
 * that is another by then: {@link FollowingReply}. No master waits for another.
 */
final class FollowingLink implements Link {

    private final Function<ServerAddress, Link> reach;
    private final Time time;
    private final long limitNanos;
    private final MasterWatch watch;
    private final Map<ServerAddress, Link> links = new ConcurrentHashMap<>();
    private final Closers closers;
    private final Set<Pausing> pausing = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A request that waits before it is sent again. */
    interface Pausing {
        void end();
    }

    /**
     * @param reach makes a link to one server, without connecting
     * @param watch closed by its owner
     */
    FollowingLink(
            Function<ServerAddress, Link> reach,
            MasterWatch watch,
            Time time,
            Duration requestLimit,
            String threadName) {
        this.reach = reach;
        this.watch = watch;
        this.time = time;
        this.limitNanos = requestLimit.toNanos();
        this.closers = new Closers(threadName, requestLimit);
    }

    @Override
    public Reply<Object> send(Request request) {
        return new FollowingReply(this, request);
    }

    @Override
    public boolean keepsToOneSlot() {
        return links.values().stream().anyMatch(Link::keepsToOneSlot);
    }

    @Override
    public void close() {
        closed = true;
        pausing.forEach(Pausing::end);
        links.values().forEach(Link::close);
        closers.await();
    }

    /** Ends the links to those that are masters no longer: what is under way there fails now, not when its time is over. */
    void keep(Set<ServerAddress> masters) {
        links.forEach((server, link) -> {
            if (!masters.contains(server) && links.remove(server, link)) {
                closers.run(link::close);
            }
        });
    }

    void pausing(Pausing request) {
        pausing.add(request);
        if (closed) {
            request.end();
        }
    }

    void paused(Pausing request) {
        pausing.remove(request);
    }

    MasterWatch watch() {
        return watch;
    }

    Time time() {
        return time;
    }

    long limitNanos() {
        return limitNanos;
    }

    boolean isClosed() {
        return closed;
    }

    /** The master of that key now; null when there is none. */
    @Nullable
    ServerAddress master(byte[] key) {
        return watch.masters().of(key);
    }

    Reply<Object> sendTo(ServerAddress server, Request request) {
        Link link = links.get(server);
        if (link == null) {
            link = links.computeIfAbsent(server, reach);
        }
        if (closed) {
            link.close();
        }
        return link.send(request);
    }
}
