package dev.mortise.internal;

import dev.mortise.spi.Messages;
import dev.mortise.spi.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a thread sleeps between the steps of a call: parked, or for a moment reading the store's messages itself, so that the
 * one that grants it the lock need not wake it by way of another thread. {@link #run} wakes it either way.
 */
final class Sleep implements Runnable {

    /** Locks that are wanted by many come round sooner; a thread that reads looks up every few milliseconds, one that is parked not. */
    private static final long READS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long NOT_YET = -1;

    private final Steps<?> steps;
    private final Time time;
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable Messages reading;
    private long readsUntil = NOT_YET;

    Sleep(Steps<?> steps, Time time) {
        this.steps = steps;
        this.time = time;
    }

    /** Sleeps until a signal, the time of the steps, an interrupt, or for no reason at all. */
    void sleep() {
        if (steps.signalled()) {
            return;
        }
        Messages messages = steps.messages();
        if (messages == null) {
            time.parkUntil(steps, steps.until);
        } else if (!reads(messages)) {
            steps.sleepsOn(messages);
            if (!steps.signalled()) {
                time.parkUntil(steps, steps.until);
            }
            steps.wakesUp();
        }
    }

    private boolean reads(Messages messages) {
        if (!steps.readsMessages()) {
            return false;
        }
        long now = time.nanos();
        if (readsUntil == NOT_YET) {
            readsUntil = now + READS_NANOS;
        }
        long left = Math.min(readsUntil, steps.until) - now;
        if (left <= 0) {
            return false;
        }
        reading = messages; // before it looks for signals: whoever signals after that sees it
        try {
            return messages.read(steps::signalled, left);
        } finally {
            reading = null;
        }
    }

    @Override
    public void run() {
        LockSupport.unpark(thread);
        Messages read = reading;
        if (read != null && Thread.currentThread() != thread) {
            read.nudge();
        }
    }
}
