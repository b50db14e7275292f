package dev.mortise.redis;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Time;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Clients of Redisson on the same locks: hears their releases, and lets them have their turn.
 *
 * <p>They stand in no queue of ours, and tell a release on a channel per lock. So a node listens on the channel of every
 * lock that it was refused lately; it enlists once the server has confirmed that. And since a thread of this node is
 * always quicker than a message, the node stays out for a moment after a release that somebody else has heard: until
 * somebody else has released the lock again, or the moment is over.
 */
final class Neighbours {

    /** How long a node listens on after its last refusal; longer than any waiter sleeps. */
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Of more channels than this the ones unused for longest end early, unless somebody may be waiting. */
    static final int MOST_CHANNELS = 1_000;

    private static final long WAITED_FOR_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_OUT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_OUT_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private final Time time;
    private final Signals signals;
    private final ReentrantLock mutex = new ReentrantLock();

    /** By channel, the one refused longest ago first. */
    private final Map<String, Heard> channels = new LinkedHashMap<>();

    private Driver.@Nullable Subscription subscription;
    private Time.@Nullable Timer sweep;
    private boolean closed;

    Neighbours(Time time, Signals signals) {
        this.time = time;
        this.signals = signals;
    }

    /** Over which to listen; called once. */
    void over(Driver.Subscription messages) {
        mutex.lock();
        try {
            subscription = messages;
        } finally {
            mutex.unlock();
        }
    }

    void close() {
        mutex.lock();
        try {
            closed = true;
            if (sweep != null) {
                sweep.cancel();
            }
        } finally {
            mutex.unlock();
        }
    }

    /** How long a new ask has to wait because others go first; one that was sent before may have been granted. */
    long millisOut(Ask ask, SharedKeys keys) {
        long left = keys.outUntil - time.nanos();
        return left <= 0 || ask.number() == keys.unanswered ? 0 : 1 + TimeUnit.NANOSECONDS.toMillis(left);
    }

    /** Whether a release of the lock would be heard. */
    boolean hears(SharedKeys keys) {
        mutex.lock();
        try {
            Heard heard = channels.get(keys.channel);
            return heard != null && heard.confirmed;
        } finally {
            mutex.unlock();
        }
    }

    /** What an ask was answered: whoever was refused and waits has to hear of the release. */
    void answered(Ask ask, SharedKeys keys, Outcome<Answer> outcome) {
        if (!(outcome instanceof Outcome.Done<Answer> done)) {
            return;
        }
        keys.unanswered = 0;
        if (done.value() instanceof Answer.Granted) {
            keys.granted = ask.number();
        } else if (ask.enlist()) {
            listen(ask.lock(), keys);
        }
    }

    /** A release is about to be sent: whether this node will hear it as well. */
    boolean releasing(SharedKeys keys, long ask) {
        if (keys.granted == ask) {
            keys.granted = 0;
        }
        mutex.lock();
        try {
            Heard heard = channels.get(keys.channel);
            if (heard == null || !heard.confirmed) {
                return false;
            }
            heard.echoes++;
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** How many have heard a release, and whether this node is one of them. */
    void released(SharedKeys keys, long listeners, boolean heardHere) {
        if (listeners > (heardHere ? 1 : 0)) {
            keys.outUntil =
                    time.nanos() + ThreadLocalRandom.current().nextLong(SHORTEST_OUT_NANOS, LONGEST_OUT_NANOS + 1);
        }
    }

    /** A release that should have been heard here was none. */
    void notReleased(SharedKeys keys, boolean heardHere) {
        if (!heardHere) {
            return;
        }
        mutex.lock();
        try {
            Heard heard = channels.get(keys.channel);
            if (heard != null && heard.echoes > 0) {
                heard.echoes--;
            }
        } finally {
            mutex.unlock();
        }
    }

    void subscribed(String channel) {
        Map<LockId, SharedKeys> locks = Map.of();
        mutex.lock();
        try {
            Heard heard = channels.get(channel);
            if (heard != null) {
                heard.confirmed = true;
                heard.echoes = 0;
                locks = Map.copyOf(heard.locks);
            }
        } finally {
            mutex.unlock();
        }
        locks.keySet().forEach(signals::look);
    }

    void interrupted() {
        mutex.lock();
        try {
            channels.values().forEach(heard -> heard.confirmed = false);
        } finally {
            mutex.unlock();
        }
    }

    /** A message on one of the channels; {@code 0} says that the lock was released. */
    void message(String channel, byte[] payload) {
        if (payload.length != 1 || payload[0] != '0') {
            return;
        }
        boolean echo;
        Map<LockId, SharedKeys> locks;
        mutex.lock();
        try {
            Heard heard = channels.get(channel);
            if (heard == null) {
                return;
            }
            echo = heard.echoes > 0;
            heard.echoes = Math.max(0, heard.echoes - 1);
            locks = Map.copyOf(heard.locks);
        } finally {
            mutex.unlock();
        }
        locks.forEach((lock, keys) -> heard(lock, keys, echo));
    }

    private void heard(LockId lock, SharedKeys keys, boolean echo) {
        long granted = keys.granted;
        if (!echo) {
            keys.outUntil = 0;
            if (granted != 0) {
                signals.lost(lock, granted, LossCause.FORCED); // it is looked after: the message may be an old one
            }
        }
        signals.look(lock);
    }

    private void listen(LockId lock, SharedKeys keys) {
        mutex.lock();
        try {
            if (closed || subscription == null) {
                return;
            }
            Heard known = channels.remove(keys.channel);
            Heard heard = known == null ? new Heard() : known;
            heard.locks.put(lock, keys);
            heard.refused = time.nanos();
            channels.put(keys.channel, heard);
            if (known == null) {
                subscription.add(keys.channel);
                forgetOldest();
            }
            arm();
        } finally {
            mutex.unlock();
        }
    }

    private void forgetOldest() {
        if (channels.size() > MOST_CHANNELS) {
            forget(time.nanos() - WAITED_FOR_NANOS, channels.size() - MOST_CHANNELS);
        }
    }

    private void sweep() {
        mutex.lock();
        try {
            sweep = null;
            forget(time.nanos() - LINGER_NANOS, Integer.MAX_VALUE);
            arm();
        } finally {
            mutex.unlock();
        }
    }

    /** Listens no longer on channels that nobody was refused on since that time, so many of them at most. */
    private void forget(long before, int most) {
        Iterator<Map.Entry<String, Heard>> entries = channels.entrySet().iterator();
        for (int left = most; left > 0 && entries.hasNext(); ) {
            Map.Entry<String, Heard> entry = entries.next();
            if (entry.getValue().refused - before < 0 && subscription != null) {
                entries.remove();
                subscription.remove(entry.getKey());
                left--;
            }
        }
    }

    private void arm() {
        if (sweep == null && !closed && !channels.isEmpty()) {
            sweep = time.schedule(time.nanos() + LINGER_NANOS / 2, this::sweep);
        }
    }

    /** A channel that is listened on; guarded by {@link #mutex}. */
    private static final class Heard {
        /** More than one only where Redisson's derivation makes two names share a channel. */
        final Map<LockId, SharedKeys> locks = new HashMap<>(2);

        boolean confirmed;
        long refused;

        /** How many messages of this node's own releases are still to come. */
        int echoes;
    }
}
