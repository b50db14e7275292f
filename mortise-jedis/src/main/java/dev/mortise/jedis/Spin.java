package dev.mortise.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/**
 * Looks for the first byte of a reply for a moment before its reader goes to sleep. A server close by answers in less time
 * than it takes to put a thread to sleep and wake it, and the sleep would be the longer part of a call.
 *
 * <p>While it looks it gives way to every thread that has something to do. Where looking does not help it is given up: on a
 * longer way, behind a slow script, on a busy machine. After a few looks in vain some reads go without, about twice as many
 * each time; a look that helps halves them. Used by one thread at a time.
 */
final class Spin {

    /** How long it looks: longer than a server on the same machine or in the same rack needs. */
    static final long NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** How many looks in vain end it for a while: the first after a pause may meet a server that sleeps as well. */
    static final int TRIES = 4;

    /** How many reads go without at the most. */
    static final int MOST_WITHOUT = 1_023;

    private final InputStream in;
    private int vain;
    private int without;
    private int left;

    /**
     * @param in one that tells without waiting what has come
     */
    Spin(InputStream in) {
        this.in = in;
    }

    /** Returns when a byte is there, or after a moment, or at once if that has not helped of late. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: where yielding does nothing, it looks more often
    void look() throws IOException {
        if (left > 0) {
            left--;
            return;
        }
        long began = System.nanoTime();
        do {
            if (in.available() > 0) {
                vain = 0;
                without /= 2;
                return;
            }
            Thread.yield();
        } while (System.nanoTime() - began < NANOS);
        if (++vain == TRIES) {
            vain = 0;
            without = Math.min(MOST_WITHOUT, 2 * without + 1);
            left = without;
        }
    }
}
