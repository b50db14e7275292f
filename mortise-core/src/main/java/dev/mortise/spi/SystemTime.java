package dev.mortise.spi;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The system's clocks, and one daemon timer thread that begins with the first task. */
public final class SystemTime implements Time, AutoCloseable {

    /** Counted from here, times are small and positive, so that they can be compared as numbers. */
    private static final long ORIGIN = System.nanoTime();

    private static final long JOIN_SECONDS = 1;

    private final ScheduledThreadPoolExecutor timer;

    /**
     * @param threadName of the timer thread
     */
    public SystemTime(String threadName) {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
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

    /** Forgets all tasks and waits for the timer thread, for a second at the most: a task of its own may call this. */
    @Override
    public void close() {
        timer.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            timer.awaitTermination(JOIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
