package dev.mortise.internal;

import dev.mortise.internal.TimerBench.Timers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** The wheel, guarded by a lock and advanced by one thread, as the watchdog does it. */
final class WheelTimers implements Timers {

    private static final long LONGEST_NANOS = 100_000_000;

    private final ReentrantLock mutex = new ReentrantLock();
    private final Wheel<Entry> wheel = new Wheel<>(System.nanoTime());
    private final Thread thread;
    private volatile long renewals;
    private volatile boolean closed;

    private static final class Entry extends Wheel.Slot<Entry> {
        final long everyNanos;

        Entry(long everyNanos) {
            this.everyNanos = everyNanos;
        }
    }

    WheelTimers(String threadName) {
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Runnable set(long afterNanos, long everyNanos) {
        Entry entry = new Entry(everyNanos);
        mutex.lock();
        try {
            wheel.schedule(entry, System.nanoTime() + afterNanos);
        } finally {
            mutex.unlock();
        }
        return () -> end(entry);
    }

    @Override
    public long renewals() {
        return renewals;
    }

    @Override
    public long threadNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void end(Entry entry) {
        mutex.lock();
        try {
            wheel.remove(entry);
        } finally {
            mutex.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread renews
    private void run() {
        List<Entry> due = new ArrayList<>();
        while (!closed) {
            long next;
            mutex.lock();
            try {
                long now = System.nanoTime();
                wheel.advance(now, due::add);
                for (Entry entry : due) {
                    wheel.schedule(entry, now + entry.everyNanos);
                }
                renewals += due.size();
                next = wheel.nextDue();
            } finally {
                mutex.unlock();
            }
            due.clear();
            LockSupport.parkNanos(this, Math.min(next - System.nanoTime(), LONGEST_NANOS));
        }
    }
}
