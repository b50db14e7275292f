package dev.mortise.tck.driver;

import dev.mortise.spi.Time;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The system's clock, and a timer that ends with the test. */
public final class TestTime implements Time, AutoCloseable {

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

    /** Begins now. */
    public TestTime() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void parkUntil(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos - nanos());
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        Future<?> future = timer.schedule(task, nanos - nanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
