package dev.mortise.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The threads that await replies of one connection, which they drive themselves. When they are many, each gives way to the
 * others for a moment before it parks: mostly its reply is there when all of them have had their turn, and nobody had to put
 * it to sleep and wake it.
 */
final class Crowd {

    /** How many are many. */
    static final int MANY = 12;

    /** How long a thread gives way before it parks. */
    private static final long NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final AtomicInteger threads = new AtomicInteger();

    void arrives() {
        threads.getAndIncrement();
    }

    void departs() {
        threads.getAndDecrement();
    }

    boolean isMany() {
        return threads.get() >= MANY;
    }

    /** Whether what the calling thread waits for came about while it gave way; false at once if they are few. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: where yielding does nothing, it looks more often
    boolean brings(BooleanSupplier awaited) {
        if (!isMany()) {
            return false;
        }
        long began = System.nanoTime();
        do {
            Thread.yield();
            if (awaited.getAsBoolean()) {
                return true;
            }
        } while (System.nanoTime() - began < NANOS);
        return false;
    }
}
