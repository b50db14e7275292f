package dev.mortise.redis;

import dev.mortise.spi.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows who the masters are, and asks again when that is in doubt, on a thread of its own. After a redirect it asks once.
 * After trouble with a master it goes on asking until that is a master no longer, or for as long as a failover may be under
 * way: whoever has trouble with a server that does not answer will not say so again soon.
 */
final class MasterWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MasterWatch.class);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Duration LONGEST_ASK = Duration.ofSeconds(1);

    private final Topology topology;
    private final Time time;
    private final Duration askLimit;
    private final long doubtNanos;
    private final Consumer<Masters> changed;
    private final Thread thread;

    /** Until when each of those that had trouble is in doubt. */
    private final Map<ServerAddress, Long> doubts = new ConcurrentHashMap<>();

    private volatile Masters masters;
    private volatile boolean wanted;
    private volatile boolean closed;

    /**
     * Asks for the first time, on the calling thread.
     *
     * @param changed told on the watch's thread when there are others; returns at once
     * @throws dev.mortise.MortiseException when nobody can tell
     */
    MasterWatch(Topology topology, Time time, Duration requestLimit, String threadName, Consumer<Masters> changed) {
        this.topology = topology;
        this.time = time;
        this.askLimit = requestLimit.compareTo(LONGEST_ASK) < 0 ? requestLimit : LONGEST_ASK;
        this.doubtNanos = 3 * requestLimit.toNanos();
        this.changed = changed;
        this.thread = new Thread(this::run, threadName);
        try {
            this.masters = topology.find(Set.of(), requestLimit);
        } catch (IOException e) {
            throw Troubles.exception(Troubles.notConnected(e));
        }
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    Masters masters() {
        return masters;
    }

    /** Somebody was redirected, or has heard of a change. */
    void redirected() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    /** A master does not answer, or says that it is none. */
    void troubled(ServerAddress master) {
        doubts.put(master, time.nanos() + doubtNanos);
        redirected();
    }

    /** Whether a server had trouble lately. */
    boolean isInDoubt(ServerAddress server) {
        return doubts.containsKey(server);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        try {
            if (Thread.currentThread() != thread) {
                thread.join(2 * askLimit.toMillis());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            if (wanted || !doubts.isEmpty()) {
                wanted = false;
                ask();
                time.parkUntil(this, time.nanos() + PAUSE_NANOS); // not more often than this, whoever wants it
            } else {
                LockSupport.park(this);
            }
            boolean ignored = Thread.interrupted(); // else park would not park any more
        }
    }

    private void ask() {
        try {
            Masters found = topology.find(Set.copyOf(doubts.keySet()), askLimit);
            if (!found.equals(masters)) {
                if (!found.all().equals(masters.all())) {
                    LOG.info("the masters are {} now, they were {}", found, masters);
                }
                masters = found;
                changed.accept(found);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("nobody tells who the masters are", e);
        }
        long now = time.nanos();
        Set<ServerAddress> all = masters.all();
        doubts.entrySet().removeIf(doubt -> !all.contains(doubt.getKey()) || doubt.getValue() - now <= 0);
    }
}
