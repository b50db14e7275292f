package dev.mortise.internal;

import dev.mortise.internal.TimerBench.Timers;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's scheduler, with a task for each grant. */
final class HeapTimers implements Timers {

    private final ScheduledThreadPoolExecutor executor;
    private volatile long threadId = -1;
    private volatile long renewals;

    private HeapTimers(String threadName, boolean removes) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            threadId = thread.getId();
            return thread;
        });
        executor.setRemoveOnCancelPolicy(removes);
    }

    /** Takes a task out of the heap when it is cancelled. */
    static Timers removing(String threadName) {
        return new HeapTimers(threadName, true);
    }

    /** Leaves a cancelled task in the heap until it would have been due, which is the JDK's default. */
    static Timers keeping(String threadName) {
        return new HeapTimers(threadName, false);
    }

    @Override
    public Runnable set(long afterNanos, long everyNanos) {
        ScheduledFuture<?> task =
                executor.scheduleAtFixedRate(this::renew, afterNanos, everyNanos, TimeUnit.NANOSECONDS);
        return () -> task.cancel(false);
    }

    @Override
    public long renewals() {
        return renewals;
    }

    @Override
    public long threadNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread renews
    private void renew() {
        renewals++;
    }
}
