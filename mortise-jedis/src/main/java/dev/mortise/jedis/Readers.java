package dev.mortise.jedis;

import dev.mortise.redis.VirtualThreads;
import dev.mortise.spi.Messages;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/*
 * Who reads the messages
 * ======================
 *
 * One thread at a time, whoever has set `reader`: the keeper, which is the thread of the message loop, or a guest, which waits
 * for a message.
 *
 * The keeper reads until a message comes; a guest that would have liked to read meanwhile leaves word, and sleeps. After the
 * message the keeper stands aside, so that the next one finds the place free, for as long as guests come and nobody sleeps:
 *
 *   keeper reads --a message, and a guest wanted to--> stands aside --a sleeper, or no guest for LENT--> keeper reads
 *
 * Nobody is forgotten, by one rule on both sides: first write what you did, then read what the other did.
 *   A sleeper   counts itself, then looks whether anybody reads; if not, it wakes the keeper.
 *   A guest     clears `reader`, then looks whether anybody sleeps; if so, it wakes the keeper.
 * With nobody asleep, what comes is for nobody who waits, such as word of a lost hold: that may take LENT.
 */
final class Readers implements Messages {

    private static final Duration LENT = Duration.ofMillis(20);

    /** How long a guest reads before it looks whether it should go on: it was nudged over a connection that is dead. */
    private static final int SLICE_MILLIS = 50;

    /** The same if it is to notice an interrupt. */
    private static final int INTERRUPTIBLE_SLICE_MILLIS = 5;

    /** A connection that is read. */
    interface Source {
        /** Reads what comes within that time and tells it: whether anything came. */
        boolean readAll(int waitMillis) throws IOException;

        /** Makes whoever reads go on soon. */
        void nudge();

        /** Ends it: whoever reads, or will, fails at once. */
        void cut();
    }

    private final long lentNanos;
    private final AtomicReference<@Nullable Thread> reader = new AtomicReference<>();
    private final AtomicInteger sleepers = new AtomicInteger();
    private volatile boolean kept;
    private volatile @Nullable Source source;
    private volatile @Nullable Thread keeper;
    private volatile boolean wanted;
    private boolean lent;

    Readers() {
        this(LENT);
    }

    /** With another time for which the keeper stands aside. */
    Readers(Duration lent) {
        this.lentNanos = lent.toNanos();
    }

    /** The calling thread keeps this connection from now on. A guest that wanted to read the previous one is forgotten. */
    void keep(Source opened) {
        keeper = Thread.currentThread();
        lent = false;
        wanted = false;
        kept = true;
        source = opened;
    }

    /** Whether there are connections that others than their thread may read. */
    boolean mayBeGuests() {
        return kept;
    }

    /** The connection is at its end: nobody else reads it, and its keeper comes back if it stands aside. */
    void end(Source ended) {
        if (source == ended) {
            source = null;
        }
        LockSupport.unpark(keeper);
    }

    /** The keeper's turn to read, when it has come. */
    void enter() {
        Thread me = Thread.currentThread();
        boolean ignored = Thread.interrupted(); // nobody should; it could not park
        lent |= wanted;
        wanted = false;
        long lentUntil = System.nanoTime() + lentNanos;
        while (true) {
            long left = lentUntil - System.nanoTime();
            if (reader.get() != null) {
                LockSupport.parkNanos(this, lentNanos);
                lentUntil = System.nanoTime() + lentNanos;
            } else if (lent && left > 0 && sleepers.get() == 0 && source != null) {
                LockSupport.parkNanos(this, left);
            } else if (reader.compareAndSet(null, me)) {
                lent &= left > 0;
                return;
            }
        }
    }

    /** The keeper has read something. */
    void leave() {
        reader.set(null);
    }

    @Override
    public boolean read(BooleanSupplier enough, long mostNanos, boolean interruptible) {
        Source from = source;
        Thread me = Thread.currentThread();
        if (from == null || VirtualThreads.isVirtual(me)) {
            return false;
        }
        if (reader.get() != null || !reader.compareAndSet(null, me)) {
            if (source == from) { // otherwise the keeper has another connection
                wanted = true;
            }
            return false;
        }
        try {
            readAll(from, enough, mostNanos, interruptible);
        } catch (IOException | RuntimeException e) {
            from.cut(); // the keeper finds out
        } finally {
            reader.set(null);
            if (sleepers.get() > 0 || source != from) {
                LockSupport.unpark(keeper);
            }
        }
        return true;
    }

    private static void readAll(Source from, BooleanSupplier enough, long mostNanos, boolean interruptible)
            throws IOException {
        long until = System.nanoTime() + mostNanos;
        int slice = interruptible ? INTERRUPTIBLE_SLICE_MILLIS : SLICE_MILLIS;
        while (!enough.getAsBoolean()
                && !(interruptible && Thread.currentThread().isInterrupted())) {
            long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (millis <= 0) {
                return;
            }
            from.readAll((int) Math.min(millis, slice));
        }
    }

    @Override
    public void nudge() {
        Source from = source;
        if (from != null) {
            from.nudge();
        }
    }

    @Override
    public void sleeps() {
        sleepers.incrementAndGet();
        if (reader.get() == null) {
            LockSupport.unpark(keeper);
        }
    }

    @Override
    public void wakes() {
        sleepers.decrementAndGet();
    }
}
