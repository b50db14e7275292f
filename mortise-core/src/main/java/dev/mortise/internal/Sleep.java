package dev.mortise.internal;

import dev.mortise.spi.Messages;
import dev.mortise.spi.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a thread sleeps between the steps of a call: parked, or for a moment reading the store's messages itself, so that the
 * one that grants it the lock need not wake it by way of another thread. {@link #run} wakes it either way. Where its turn may
 * come at once it looks for it before it sleeps.
 */
final class Sleep implements Runnable {

    /** A lock that many want comes round sooner; who waits for longer is parked, and costs nothing. */
    private static final long READS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The same of a thread that must look up every few milliseconds, for an interrupt. */
    private static final long INTERRUPTIBLE_READS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How long it looks for a signal before it is parked, giving way to every thread that has something to do. */
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long NOT_YET = -1;

    private final Steps<?> steps;
    private final Time time;
    private final boolean interruptible;
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable Messages reading;
    private long readsUntil = NOT_YET;

    Sleep(Steps<?> steps, Time time, boolean interruptible) {
        this.steps = steps;
        this.time = time;
        this.interruptible = interruptible;
    }

    /** Sleeps until a signal, the time of the steps, an interrupt, or for no reason at all. */
    void sleep() {
        if (steps.signalled() || (steps.looksFirst() && look())) {
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

    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: where yielding does nothing, it looks more often
    private boolean look() {
        long began = System.nanoTime();
        do {
            Thread.yield();
            if (steps.signalled()) {
                return true;
            }
        } while (System.nanoTime() - began < LOOK_NANOS);
        return false;
    }

    private boolean reads(Messages messages) {
        if (!steps.readsMessages()) {
            return false;
        }
        long now = time.nanos();
        if (readsUntil == NOT_YET) {
            readsUntil = now + (interruptible ? INTERRUPTIBLE_READS_NANOS : READS_NANOS);
        }
        long left = Math.min(readsUntil, steps.until) - now;
        if (left < SHORTEST_NANOS) {
            return false;
        }
        reading = messages; // before it looks for signals: whoever signals after that sees it
        try {
            return messages.read(steps::signalled, left, interruptible);
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
