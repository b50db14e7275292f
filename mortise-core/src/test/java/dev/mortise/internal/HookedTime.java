package dev.mortise.internal;

import dev.mortise.spi.Time;
import org.jspecify.annotations.Nullable;

/** A time in which a test may interfere: what it does comes before the clock is next read. */
final class HookedTime implements Time {

    private final Time time;
    private volatile @Nullable Runnable hook;

    HookedTime(Time time) {
        this.time = time;
    }

    void beforeNext(Runnable task) {
        hook = task;
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
        time.parkUntil(blocker, nanos);
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        return time.schedule(nanos, task);
    }
}
