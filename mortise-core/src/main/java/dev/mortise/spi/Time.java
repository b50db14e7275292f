package dev.mortise.spi;

/** The one source of time: all clocks, waits and timers of the engine and its store go through it. */
public interface Time {

    /** A monotonic clock that starts near zero and never wraps; {@link Long#MAX_VALUE} is a time that does not come. */
    long nanos();

    /** Milliseconds since 1970. */
    long wallMillis();

    /** Parks the calling thread until that time, an unpark, an interrupt, or for no reason at all. */
    void parkUntil(Object blocker, long nanos);

    /** Runs a task at that time or soon after it; the task must not block. */
    Timer schedule(long nanos, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timer {
        /** Forgets the task unless it has begun. */
        void cancel();
    }
}
