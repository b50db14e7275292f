package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a node listens at the server that it writes to. They can differ if one address leads to several servers,
 * such as a master and its replica: after a failover the requests move to the new master, and the subscription may stay
 * behind. The server then does not count the node as a listener and gives it no turn.
 *
 * <p>The check is one request that writes the node's label, publishes an empty message and returns how many connections listen
 * on the node's channel. Because it writes, a replica refuses it. It is sent after every confirmed subscription, after a
 * connection for requests was made again, after a script was refused to publish, and every 30 s. While the answer is open,
 * pushed grants are only hints. If the server counts none, the node's waiters poll, and the subscription connects again
 * after a pause. They also poll while the server refuses to publish in a script.
 */
final class ListeningCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ListeningCheck.class);
    private static final long CHECK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    /** A subscription that a failover left behind is back after the first attempt, which is not worth a warning. */
    private static final int MISSES_TO_WARN = 3;

    private final String node;
    private final Time time;
    private final Supplier<Reply<Object>> request;
    private final boolean counts;
    private final Runnable changed;

    private volatile boolean listening;
    private volatile boolean certain;

    /** Guards what follows. It is never held while a request is sent or the engine is notified. */
    private final ReentrantLock guard = new ReentrantLock();

    private Driver.@Nullable Subscription subscription;
    private boolean subscribed;

    /** How often the subscription was confirmed or interrupted: a count that was asked for before is out of date. */
    private long turns;

    private boolean asking;
    private boolean askAgain;
    private int misses;
    private boolean warned;
    private boolean mute;
    private long pauseMillis = SHORTEST_PAUSE_MILLIS;
    private Time.@Nullable Timer timer;
    private boolean closed;

    /**
     * @param request sends the check
     * @param counts whether the server that answers it is the only one on which the node may listen; if not, as in a Redis
     *     Cluster, a confirmed subscription is enough
     * @param changed called when the node has begun or ceased to listen
     */
    ListeningCheck(String node, Time time, Supplier<Reply<Object>> request, boolean counts, Runnable changed) {
        this.node = node;
        this.time = time;
        this.request = request;
        this.counts = counts;
        this.changed = changed;
    }

    /** Begins: the subscription is the one that has to connect again if it leads to another server. */
    void over(Driver.Subscription made) {
        guard.lock();
        try {
            subscription = made;
            checkAfter(CHECK_EVERY_NANOS);
        } finally {
            guard.unlock();
        }
    }

    /** Whether waiters of this node are notified of their turn. */
    boolean isListening() {
        return listening;
    }

    /** Whether messages are known to come from the server that grants locks. */
    boolean isCertain() {
        return certain;
    }

    /** The server has confirmed the node's channel. */
    void subscribed() {
        boolean believed;
        guard.lock();
        try {
            turns++;
            subscribed = true;
            believed = !counts && !mute;
            if (believed) {
                certain = true;
                listening = true;
            }
        } finally {
            guard.unlock();
        }
        if (believed) {
            changed.run();
        }
        check();
    }

    /** The connection that listens was lost. */
    void interrupted() {
        guard.lock();
        try {
            turns++;
            subscribed = false;
            certain = false;
            listening = false;
        } finally {
            guard.unlock();
        }
        changed.run();
    }

    /** A script was refused to publish. */
    void mute() {
        check();
    }

    /** A connection for requests was made again, perhaps to another server. */
    void remade() {
        if (counts) {
            certain = false;
            check();
        }
    }

    void close() {
        guard.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            guard.unlock();
        }
    }

    private void check() {
        long turn;
        guard.lock();
        try {
            if (closed) {
                return;
            }
            if (asking) {
                askAgain = true;
                return;
            }
            asking = true;
            turn = turns;
        } finally {
            guard.unlock();
        }
        request.get().then(Runnable::run, outcome -> answered(outcome, turn));
    }

    private void answered(Outcome<Object> outcome, long turn) {
        boolean notify = false;
        boolean repeat;
        guard.lock();
        try {
            asking = false;
            repeat = askAgain;
            askAgain = false;
            if (!(outcome instanceof Outcome.Done<Object> done && done.value() instanceof Long listeners)) {
                checkAfter(pause());
            } else if (!subscribed || turn != turns) {
                checkAfter(CHECK_EVERY_NANOS);
            } else if (listeners < 0) {
                notify = listening;
                refused();
            } else if (listeners > 0 || !counts) {
                notify = !listening;
                heardHere();
            } else {
                notify = listening;
                missed();
            }
        } finally {
            guard.unlock();
        }
        if (notify) {
            changed.run();
        }
        if (repeat) {
            check();
        }
    }

    private void heardHere() {
        certain = true;
        listening = true;
        misses = 0;
        pauseMillis = SHORTEST_PAUSE_MILLIS;
        if (warned || mute) {
            warned = false;
            mute = false;
            LOG.info("Node {} is notified of its turns again, so its waiters do not poll.", node);
        }
        checkAfter(CHECK_EVERY_NANOS);
    }

    private void refused() {
        certain = false;
        listening = false;
        if (!mute) {
            mute = true;
            LOG.warn(
                    "The server refuses PUBLISH in a script, so the waiters of node {} poll. Grant +publish and the channels of"
                            + " the nodes to the user; see docs/wire.md, Permissions. Some services do not have PUBLISH in"
                            + " scripts.",
                    node);
        }
        checkAfter(pause());
    }

    private void missed() {
        certain = false;
        listening = false;
        if (++misses == MISSES_TO_WARN && !warned) {
            warned = true;
            LOG.warn(
                    "Node {} listens at another server than the one that grants its locks, so its waiters poll. The address"
                            + " probably leads to a master and its replica. Connect to the master, or through Sentinel;"
                            + " see docs/topologies.md.",
                    node);
        }
        later(pause(), this::reconnect);
    }

    private void reconnect() {
        Driver.Subscription listens;
        guard.lock();
        try {
            listens = subscription;
            checkAfter(CHECK_EVERY_NANOS); // if the subscription does not report back
        } finally {
            guard.unlock();
        }
        if (listens != null) {
            listens.reconnect();
        }
    }

    /** The next pause, in ns; each is about twice as long as the one before. */
    private long pause() {
        long millis = pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void checkAfter(long nanos) {
        later(nanos, this::check);
    }

    private void later(long nanos, Runnable task) {
        if (timer != null) {
            timer.cancel();
        }
        if (!closed) {
            timer = time.schedule(time.nanos() + nanos, task);
        }
    }
}
