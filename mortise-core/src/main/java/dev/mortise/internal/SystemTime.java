package dev.mortise.internal;

import dev.mortise.spi.Time;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The system's clocks, and one timer thread that begins with the first task. */
final class SystemTime implements Time, AutoCloseable {

    /** Counted from here, times are small and positive, so that they can be compared as numbers. */
    private static final long ORIGIN = System.nanoTime();

    private final ScheduledThreadPoolExecutor timer;

    SystemTime(String threadName) {
        timer = new ScheduledThreadPoolExecutor(1, Threads.daemon(threadName));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanos() {
        return System.nanoTime() - ORIGIN;
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void parkUntil(Object blocker, long nanos) {
        long left = nanos - nanos();
        if (left > 0) {
            LockSupport.parkNanos(blocker, left);
        }
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        try {
            Future<?> future = timer.schedule(task, nanos - nanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        Threads.join(timer);
    }
}
