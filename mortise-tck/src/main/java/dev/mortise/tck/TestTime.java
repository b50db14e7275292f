package dev.mortise.tck;

import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A time that runs as the system's does, until a test skips a part of it or stops it. A node can so have a lease that
 * outlasts the stalls of a busy machine, and a test sees its renewal at once. The server's time is not changed: by its own
 * clock a lease has only begun when the node renews it.
 */
public final class TestTime implements Time {

    /** Begins with the first timer, and ends with the JVM. */
    private static final SystemTime SYSTEM = new SystemTime("tck-timer");

    /** The wall clock at time 0: after that it goes by the time, so that neither runs ahead of the other. */
    private static final long WALL_MILLIS = SYSTEM.wallMillis() - TimeUnit.NANOSECONDS.toMillis(SYSTEM.nanos());

    private final Time base;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Set<Task> tasks = new HashSet<>();
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private long order;
    private volatile Clock clock = new Clock(0, false);

    /** Runs, and nothing is skipped. */
    public TestTime() {
        this(SYSTEM);
    }

    /** Runs as that time does, which counts from the same moment as the system's. */
    TestTime(Time base) {
        this.base = base;
    }

    @Override
    public long nanos() {
        return clock.at(base.nanos());
    }

    @Override
    public long wallMillis() {
        return WALL_MILLIS + TimeUnit.NANOSECONDS.toMillis(nanos());
    }

    @Override
    public void parkUntil(Object blocker, long nanos) {
        Thread self = Thread.currentThread();
        parked.add(self);
        try {
            Clock now = clock; // read after the thread was noted, so that a change in between wakes it
            if (now.stopped) {
                if (now.nanos < nanos) {
                    LockSupport.park(blocker);
                }
            } else {
                base.parkUntil(blocker, nanos - now.nanos);
            }
        } finally {
            parked.remove(self);
        }
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        Task scheduled = new Task(nanos, task);
        mutex.lock();
        try {
            scheduled.order = order++;
            tasks.add(scheduled);
            scheduled.arm();
        } finally {
            mutex.unlock();
        }
        return () -> forget(scheduled);
    }

    /** Skips that much: every timer that was due meanwhile runs, and every thread that sleeps looks at the clock. */
    public void skip(Duration length) {
        Clock before = clock;
        change(new Clock(before.nanos + length.toNanos(), before.stopped));
    }

    /** Stops the clock: no timer runs, and no wait ends by its time. */
    public void stop() {
        change(new Clock(nanos(), true));
    }

    /** Lets a clock that was stopped run again. */
    public void run() {
        if (clock.stopped) {
            change(new Clock(nanos() - base.nanos(), false));
        }
    }

    private void change(Clock next) {
        mutex.lock();
        try {
            clock = next;
            tasks.stream()
                    .sorted(Comparator.comparingLong((Task task) -> task.at).thenComparingLong(task -> task.order))
                    .forEach(Task::arm); // what is overdue runs in this order
        } finally {
            mutex.unlock();
        }
        List.copyOf(parked).forEach(LockSupport::unpark);
    }

    private void forget(Task task) {
        mutex.lock();
        try {
            tasks.remove(task);
            task.disarm();
        } finally {
            mutex.unlock();
        }
    }

    /**
     * What the time is.
     *
     * @param nanos the time if it stands still, otherwise how far it is ahead of the base
     */
    private record Clock(long nanos, boolean stopped) {
        long at(long base) {
            return stopped ? nanos : base + nanos;
        }
    }

    /** A task that waits for its time; changed under the mutex. */
    private final class Task implements Runnable {
        private final long at;
        private final Runnable task;
        private long order;
        private @Nullable Timer timer;

        Task(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        void arm() {
            disarm();
            Clock now = clock;
            if (!now.stopped) {
                timer = base.schedule(at - now.nanos, this);
            } else if (at <= now.nanos) {
                timer = base.schedule(0, this);
            }
        }

        void disarm() {
            Timer before = timer;
            timer = null;
            if (before != null) {
                before.cancel();
            }
        }

        @Override
        public void run() {
            mutex.lock();
            try {
                if (!tasks.remove(this)) {
                    return; // it ran already, or was cancelled
                }
            } finally {
                mutex.unlock();
            }
            task.run();
        }
    }
}
