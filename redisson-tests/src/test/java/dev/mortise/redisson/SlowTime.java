package dev.mortise.redisson;

import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;

/**
 * A clock that runs at a twentieth of the usual speed. A waiter of a node with this clock looks at its lock every minute instead
 * of every three seconds, so a waiter that gets in sooner was notified by a message. It would renew its locks too late, so it
 * must release them soon.
 */
final class SlowTime implements Time, AutoCloseable {

    private static final int FACTOR = 20;

    private final SystemTime system = new SystemTime("slow-timer");
    private final long begin = system.nanos();

    @Override
    public long nanos() {
        return (system.nanos() - begin) / FACTOR;
    }

    @Override
    public long wallMillis() {
        return system.wallMillis();
    }

    @Override
    public void parkUntil(Object blocker, long nanos) {
        system.parkUntil(blocker, systemNanos(nanos));
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        return system.schedule(systemNanos(nanos), task);
    }

    private long systemNanos(long nanos) {
        return nanos < (Long.MAX_VALUE - begin) / FACTOR ? begin + nanos * FACTOR : Long.MAX_VALUE;
    }

    @Override
    public void close() {
        system.close();
    }
}
