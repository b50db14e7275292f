package dev.mortise.internal;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses between tries while a store cannot be reached: doubling, bounded, half of each at random. */
final class Backoff {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private Backoff() {}

    static long nanos(int failuresSoFar) {
        long full = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(10, failuresSoFar));
        return full / 2 + ThreadLocalRandom.current().nextLong(full / 2);
    }
}
