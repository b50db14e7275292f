package dev.mortise.redis;

import dev.mortise.LossCause;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a node remembers of the locks that it waits for: its ticket, which is its place in the queue of every master, who
 * has woken it, and how often the votes were split.
 *
 * <p>Each master wakes the head of its queue by itself. A node that asked at the first such message would find the lock
 * still held at the others: it asks when a majority has woken it, or a little later.
 */
final class Waits {

    /** How long to wait for more masters to wake the node. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LONGEST_BACKOFF_MILLIS = 128;

    private final int majority;
    private final Time time;
    private final Signals signals;
    private final Map<LockId, Waiting> waiting = new ConcurrentHashMap<>();

    Waits(int majority, Time time, Signals signals) {
        this.majority = majority;
        this.time = time;
        this.signals = signals;
    }

    private static final class Waiting {
        final long ticket;
        /** A bit for each member that has woken the node since it asked. */
        final AtomicLong woken = new AtomicLong();

        final AtomicBoolean gathering = new AtomicBoolean();
        final AtomicInteger splits = new AtomicInteger();

        Waiting(long ticket) {
            this.ticket = ticket;
        }
    }

    /** The node's ticket, in microseconds: the time of its first ask that may wait. */
    long ticket(LockId lock, boolean waits) {
        long now = TimeUnit.MILLISECONDS.toMicros(time.wallMillis());
        if (!waits) {
            return now;
        }
        Waiting mine = waiting.computeIfAbsent(lock, none -> new Waiting(now));
        mine.woken.set(0);
        return mine.ticket;
    }

    /** The node has the lock, or waits no more. */
    void over(LockId lock) {
        waiting.remove(lock);
    }

    /** How long to stay away after some masters have voted for the node and others have not: random, growing, bounded. */
    long backoffMillis(LockId lock) {
        Waiting mine = waiting.get(lock);
        int splits = mine == null ? 0 : mine.splits.getAndIncrement();
        int most = Math.min(LONGEST_BACKOFF_MILLIS, 4 << Math.min(splits, 8));
        return ThreadLocalRandom.current().nextInt(most);
    }

    /** What one master tells. */
    Signals of(int member) {
        return new Signals() {
            @Override
            public void look(LockId lock) {
                woken(lock, member);
            }

            @Override
            public void lookAll() {
                signals.lookAll();
            }

            @Override
            public void lost(LockId lock, long ask, LossCause cause) {
                signals.lost(lock, Rounds.ask(ask), cause);
            }

            @Override
            public void granted(LockId lock, Pushed grant) {
                // no master of a quorum grants anything by itself
            }
        };
    }

    private void woken(LockId lock, int member) {
        Waiting mine = waiting.get(lock);
        if (mine == null) {
            return;
        }
        long woken = mine.woken.updateAndGet(others -> others | 1L << member);
        if (Long.bitCount(woken) == majority) {
            signals.look(lock);
        } else if (!mine.gathering.getAndSet(true)) {
            time.schedule(time.nanos() + GATHER_NANOS, () -> gathered(lock, mine));
        }
    }

    private void gathered(LockId lock, Waiting mine) {
        mine.gathering.set(false);
        long woken = mine.woken.get();
        if (woken != 0 && Long.bitCount(woken) < majority) {
            signals.look(lock);
        }
    }
}
