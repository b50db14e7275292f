package dev.mortise.internal;

import dev.mortise.spi.Time;
import org.jspecify.annotations.Nullable;

/** A time in which a test may interfere: before the clock is next read, and before a thread is parked. */
final class HookedTime implements Time {

    private final Time time;
    private volatile @Nullable Runnable hook;
    private volatile @Nullable Runnable parkingHook;

    HookedTime(Time time) {
        this.time = time;
    }

    void beforeNext(Runnable task) {
        hook = task;
    }

    /** Runs the task each time a thread is about to be parked, on that thread. */
    void beforeParking(Runnable task) {
        parkingHook = task;
    }

    @Override
    public long nanos() {
        Runnable task = hook;
        if (task != null) {
            hook = null;
            task.run();
        }
        return time.nanos();
    }

    @Override
    public long wallMillis() {
        return time.wallMillis();
    }

    @Override
    public void parkUntil(Object blocker, long nanos) {
        Runnable task = parkingHook;
        if (task != null) {
            task.run();
        }
        time.parkUntil(blocker, nanos);
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        return time.schedule(nanos, task);
    }
}
