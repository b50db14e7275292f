package dev.mortise.internal;

import java.util.concurrent.TimeUnit;

/** Arithmetic of leases on the monotonic clock. */
final class Deadlines {

    private static final long DRIFT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Deadlines() {}

    /** Until when a lease is certain that the server began to count at or after that time. */
    static long after(long sentNanos, long leaseMillis) {
        long lease = TimeUnit.MILLISECONDS.toNanos(leaseMillis);
        return sentNanos + lease - lease / 100 - DRIFT_NANOS;
    }

    /** The earlier of two times. */
    static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }
}
