package dev.mortise.internal;

import dev.mortise.spi.Messages;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Messages that never come: whoever may read them blocks until it is nudged and has enough. */
final class CountedMessages implements Messages {

    final AtomicInteger sleepers = new AtomicInteger();
    final Semaphore entered = new Semaphore(0);
    volatile boolean free = true;
    volatile int reads;
    volatile long mostNanos;
    volatile boolean interruptible;
    volatile @Nullable Thread reader;
    private final Semaphore nudges = new Semaphore(0);

    @Override
    public boolean read(BooleanSupplier enough, long most, boolean byInterrupt) {
        if (!free) {
            return false;
        }
        reads++;
        mostNanos = most;
        interruptible = byInterrupt;
        reader = Thread.currentThread();
        entered.release();
        while (!enough.getAsBoolean()) {
            nudges.acquireUninterruptibly();
        }
        return true;
    }

    @Override
    public void nudge() {
        nudges.release();
    }

    @Override
    public void sleeps() {
        sleepers.incrementAndGet();
    }

    @Override
    public void wakes() {
        sleepers.decrementAndGet();
    }
}
