package dev.mortise.benchmarks.stress;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Pauses that interrupts do not shorten; the flag is cleared. */
final class Rest {

    private Rest() {}

    static void of(Duration length) {
        nanos(length.toNanos());
    }

    static void nanos(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
            Thread.interrupted();
        }
    }
}
