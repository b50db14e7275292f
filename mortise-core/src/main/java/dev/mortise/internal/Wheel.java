package dev.mortise.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A hashed timing wheel: {@value #BUCKETS} buckets of {@value #TICK_MILLIS} ms, each a doubly linked list. Scheduling and
 * removing are a few pointer writes and allocate nothing, because nearly every grant is released long before it is due;
 * a bit per bucket lets the wheel skip to the next bucket that has anything. Not safe for use by several threads: the
 * {@link Watchdog} guards it.
 */
final class Wheel<T extends Wheel.Slot<T>> {

    static final int BUCKETS = 8192;
    static final long TICK_MILLIS = 2;
    static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);

    private final @Nullable T[] buckets;
    private final long[] occupied = new long[BUCKETS / Long.SIZE];
    private final long origin;
    private long nextTick;
    private int size;

    @SuppressWarnings("unchecked")
    Wheel(long nowNanos) {
        buckets = (T[]) new Slot<?>[BUCKETS];
        origin = nowNanos;
    }

    /** What an item of a wheel extends: its place there. */
    abstract static class Slot<T extends Slot<T>> {
        @Nullable
        T before;

        @Nullable
        T after;

        long tick = -1;
    }

    int size() {
        return size;
    }

    /** Puts a slot where it is found at that time, at most one tick early; takes it from where it was. */
    void schedule(T slot, long atNanos) {
        remove(slot);
        slot.tick = Math.max(nextTick, Math.floorDiv(atNanos - origin, TICK_NANOS));
        int bucket = (int) (slot.tick % BUCKETS);
        T first = buckets[bucket];
        slot.after = first;
        if (first != null) {
            first.before = slot;
        }
        buckets[bucket] = slot;
        occupied[bucket / Long.SIZE] |= 1L << bucket;
        size++;
    }

    /** Takes a slot out; does nothing when it is not in. */
    void remove(T slot) {
        if (slot.tick < 0) {
            return;
        }
        int bucket = (int) (slot.tick % BUCKETS);
        if (slot.before == null) {
            buckets[bucket] = slot.after;
            if (slot.after == null) {
                occupied[bucket / Long.SIZE] &= ~(1L << bucket);
            }
        } else {
            slot.before.after = slot.after;
        }
        if (slot.after != null) {
            slot.after.before = slot.before;
        }
        slot.before = null;
        slot.after = null;
        slot.tick = -1;
        size--;
    }

    /** Takes out and hands over everything scheduled up to that time. */
    void advance(long nowNanos, Consumer<T> due) {
        long last = Math.floorDiv(nowNanos - origin, TICK_NANOS);
        if (last < nextTick) {
            return;
        }
        if (last - nextTick >= BUCKETS) {
            drain(last, due, 0, BUCKETS);
        } else {
            for (long tick = nextTick; tick <= last; tick++) {
                int bucket = (int) (tick % BUCKETS);
                drain(last, due, bucket, bucket + 1);
            }
        }
        nextTick = last + 1;
    }

    /** Takes out and hands over what is scheduled up to that time and accepted, without moving on. */
    void takeAhead(long untilNanos, Predicate<T> accepted, Consumer<T> taken) {
        long last = Math.min(Math.floorDiv(untilNanos - origin, TICK_NANOS), nextTick + BUCKETS - 1);
        for (long tick = nextTick; tick <= last; tick++) {
            T slot = buckets[(int) (tick % BUCKETS)];
            while (slot != null) {
                T after = slot.after;
                if (slot.tick <= last && accepted.test(slot)) {
                    remove(slot);
                    taken.accept(slot);
                }
                slot = after;
            }
        }
    }

    /** Hands over everything, and leaves it where it is. */
    void forEach(Consumer<T> consumer) {
        for (T first : buckets) {
            for (T slot = first; slot != null; slot = slot.after) {
                consumer.accept(slot);
            }
        }
    }

    /** When to call {@link #advance} next, at the latest; {@link Acquisition#NEVER} when the wheel is empty. */
    long nextDue() {
        if (size == 0) {
            return Acquisition.NEVER;
        }
        int start = (int) (nextTick % BUCKETS);
        for (int i = 0; i < BUCKETS; ) {
            int bucket = (start + i) % BUCKETS;
            long word = occupied[bucket / Long.SIZE] >>> (bucket % Long.SIZE);
            if (word == 0) {
                i += Long.SIZE - bucket % Long.SIZE;
            } else {
                i += Long.numberOfTrailingZeros(word);
                return origin + (nextTick + Math.min(i, BUCKETS - 1)) * TICK_NANOS;
            }
        }
        return origin + (nextTick + BUCKETS - 1) * TICK_NANOS;
    }

    private void drain(long lastTick, Consumer<T> due, int fromBucket, int toBucket) {
        for (int bucket = fromBucket; bucket < toBucket; bucket++) {
            T slot = buckets[bucket];
            while (slot != null) {
                T after = slot.after;
                if (slot.tick <= lastTick) {
                    remove(slot);
                    due.accept(slot);
                }
                slot = after;
            }
        }
    }
}
