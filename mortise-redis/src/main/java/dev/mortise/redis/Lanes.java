package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Links beside the one of all other requests, for requests that keep their connection waiting: each has one for itself, so
 * that none waits behind another. Made when needed, and kept; beyond {@link #MOST} they are shared.
 */
final class Lanes implements AutoCloseable {

    static final int MOST = 8;

    private final IntFunction<Link> make;
    private final ReentrantLock mutex = new ReentrantLock();
    private final List<Lane> lanes = new ArrayList<>();

    /** By the number of the ask, until the reply is read. */
    private final Map<Long, Acknowledging> inFlight = new ConcurrentHashMap<>();

    private boolean closed;

    /**
     * @param make makes the link of that number, without connecting
     */
    Lanes(IntFunction<Link> make) {
        this.make = make;
    }

    /** Sends an acquire over a lane that has nothing else to do, if there is one. */
    Reply<Object> send(long ask, Acknowledging acquire) {
        Lane lane = take();
        if (lane == null) {
            return Reply.of(new Outcome.Failed<>(Troubles.closed(false)));
        }
        inFlight.put(ask, acquire);
        AtomicBoolean left = new AtomicBoolean();
        return lane.link.send(acquire.request()).map(outcome -> {
            if (left.compareAndSet(false, true)) {
                inFlight.remove(ask, acquire);
                leave(lane);
            }
            return outcome;
        });
    }

    /** The call that made that ask has ended: if the ask is in flight, it is not kept while replicas are awaited. */
    void withdraw(long ask) {
        Acknowledging acquire = inFlight.get(ask);
        if (acquire != null) {
            acquire.withdraw();
        }
    }

    @Override
    public void close() {
        List<Lane> all;
        mutex.lock();
        try {
            closed = true;
            all = List.copyOf(lanes);
        } finally {
            mutex.unlock();
        }
        all.forEach(lane -> lane.link.close());
    }

    private @Nullable Lane take() {
        mutex.lock();
        try {
            if (closed) {
                return null;
            }
            Lane idlest = null;
            for (Lane lane : lanes) {
                if (idlest == null || lane.busy < idlest.busy) {
                    idlest = lane;
                }
            }
            if (idlest == null || (idlest.busy > 0 && lanes.size() < MOST)) {
                idlest = new Lane(make.apply(lanes.size() + 1));
                lanes.add(idlest);
            }
            idlest.busy++;
            return idlest;
        } finally {
            mutex.unlock();
        }
    }

    private void leave(Lane lane) {
        mutex.lock();
        try {
            lane.busy--;
        } finally {
            mutex.unlock();
        }
    }

    /** A link, and how many requests are under way over it. */
    private static final class Lane {
        private final Link link;
        private int busy;

        Lane(Link link) {
            this.link = link;
        }
    }
}
