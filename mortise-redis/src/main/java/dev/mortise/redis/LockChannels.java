package dev.mortise.redis;

import dev.mortise.spi.LockId;
import dev.mortise.spi.Time;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Channels of single locks: a node listens on those of the locks that it was refused lately, and enlists once the server has
 * confirmed that. So nobody subscribes and unsubscribes for each wait.
 *
 * @param <K> how the keys of such locks are known
 */
final class LockChannels<K extends LockKeys> {

    /** How long a node listens on after its last refusal; longer than any waiter sleeps. */
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Of more channels than this the ones unused for longest end early, unless somebody may be waiting. */
    static final int MOST_CHANNELS = 1_000;

    private static final long WAITED_FOR_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Time time;
    private final ReentrantLock mutex = new ReentrantLock();

    /** By name, the one refused longest ago first. */
    private final Map<String, Listened<K>> channels = new LinkedHashMap<>();

    private Driver.@Nullable Subscription subscription;
    private Time.@Nullable Timer sweep;
    private boolean closed;

    LockChannels(Time time) {
        this.time = time;
    }

    /** Over which to listen; called once. Closed by its owner. */
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

    /** Whether the server has confirmed the channel. */
    boolean hears(String channel) {
        mutex.lock();
        try {
            Listened<K> listened = channels.get(channel);
            return listened != null && listened.confirmed;
        } finally {
            mutex.unlock();
        }
    }

    /** Somebody waits for the lock. */
    void listen(String channel, LockId lock, K keys) {
        mutex.lock();
        try {
            if (closed || subscription == null) {
                return;
            }
            Listened<K> known = channels.remove(channel);
            Listened<K> listened = known == null ? new Listened<>() : known;
            listened.locks.put(lock, keys);
            listened.refused = time.nanos();
            channels.put(channel, listened);
            if (known == null) {
                subscription.add(channel);
                forgetOldest();
            }
            arm();
        } finally {
            mutex.unlock();
        }
    }

    /** A message of our own is to come on the channel: whether it will be heard here. */
    boolean expectEcho(String channel) {
        mutex.lock();
        try {
            Listened<K> listened = channels.get(channel);
            if (listened == null || !listened.confirmed) {
                return false;
            }
            listened.echoes++;
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** What was expected will not come; and whether a message that has come was expected. */
    boolean endEcho(String channel) {
        mutex.lock();
        try {
            Listened<K> listened = channels.get(channel);
            boolean expected = listened != null && listened.echoes > 0;
            if (listened != null && expected) {
                listened.echoes--;
            }
            return expected;
        } finally {
            mutex.unlock();
        }
    }

    /** The locks that a message on the channel may be about. */
    Map<LockId, K> locks(String channel) {
        mutex.lock();
        try {
            Listened<K> listened = channels.get(channel);
            return listened == null ? Map.of() : Map.copyOf(listened.locks);
        } finally {
            mutex.unlock();
        }
    }

    /** The server has confirmed a channel. */
    void confirmed(String channel) {
        mark(channel, true);
    }

    /** Messages of a channel may be missed. */
    void interrupted(String channel) {
        mark(channel, false);
    }

    /** Messages of all channels may be missed. */
    void interrupted() {
        mutex.lock();
        try {
            channels.values().forEach(listened -> listened.confirmed = false);
        } finally {
            mutex.unlock();
        }
    }

    private void mark(String channel, boolean confirmed) {
        mutex.lock();
        try {
            Listened<K> listened = channels.get(channel);
            if (listened != null) {
                listened.confirmed = confirmed;
                listened.echoes = 0;
            }
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
        Iterator<Map.Entry<String, Listened<K>>> entries = channels.entrySet().iterator();
        for (int left = most; left > 0 && entries.hasNext(); ) {
            Map.Entry<String, Listened<K>> entry = entries.next();
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
    private static final class Listened<K> {
        /** More than one only where Redisson's derivation makes two names share a channel. */
        final Map<LockId, K> locks = new HashMap<>(2);

        boolean confirmed;
        long refused;

        /** How many messages of this node's own releases are still to come. */
        int echoes;
    }
}
