package dev.mortise.tck.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for servers to agree on something. */
final class Waiting {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private Waiting() {}

    /**
     * Looks every ten milliseconds.
     *
     * @throws IllegalStateException when it does not come within a minute
     */
    static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new IllegalStateException("in vain: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
