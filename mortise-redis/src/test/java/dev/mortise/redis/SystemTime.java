package dev.mortise.redis;

import dev.mortise.spi.Time;

/** The system's clock, for a link, which schedules nothing. */
final class SystemTime implements Time {

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
        throw new UnsupportedOperationException();
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        throw new UnsupportedOperationException();
    }
}
