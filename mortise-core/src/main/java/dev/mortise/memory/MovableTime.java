package dev.mortise.memory;

import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A time that stands still until a test moves it. Timers run on the thread that moves it, in order; threads that wait are
 * woken when their time has come.
 */
public final class MovableTime implements Time {

    private static final long FIRST_WALL_MILLIS = 1_700_000_000_000L;

    private final ReentrantLock mutex = new ReentrantLock();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong((Task task) -> task.at).thenComparingLong(task -> task.order));
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private long order;
    private volatile long nanos;
    private volatile long suspendedMillis;

    /** A time that stands still. */
    public MovableTime() {}

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return FIRST_WALL_MILLIS + suspendedMillis + nanos / 1_000_000;
    }

    @Override
    public void parkUntil(Object blocker, long until) {
        Thread self = Thread.currentThread();
        parked.add(self);
        try {
            if (nanos < until) {
                LockSupport.park(blocker);
            }
        } finally {
            parked.remove(self);
        }
    }

    @Override
    public Timer schedule(long at, Runnable task) {
        Task scheduled = new Task(at, task);
        mutex.lock();
        try {
            scheduled.order = order++;
            tasks.add(scheduled);
        } finally {
            mutex.unlock();
        }
        return () -> forget(scheduled);
    }

    /** Moves the time forward, running each timer at its own time on the way. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time goes forward only, not by " + by);
        }
        long target = nanos + by.toNanos();
        Task next;
        while ((next = nextUntil(target)) != null) {
            next.task.run();
            wakeParked();
        }
        moveTo(target);
    }

    /** Lets the wall clock run ahead of the monotonic one, as a suspended machine does. */
    public void suspend(Duration length) {
        mutex.lock();
        try {
            long ahead = suspendedMillis + length.toMillis();
            suspendedMillis = ahead;
        } finally {
            mutex.unlock();
        }
    }

    /** How many timers wait for their time. */
    public int timers() {
        mutex.lock();
        try {
            return tasks.size();
        } finally {
            mutex.unlock();
        }
    }

    private @Nullable Task nextUntil(long target) {
        mutex.lock();
        try {
            Task next = tasks.peek();
            if (next == null || next.at > target) {
                return null;
            }
            nanos = Math.max(nanos, next.at);
            return tasks.poll();
        } finally {
            mutex.unlock();
        }
    }

    private void moveTo(long target) {
        mutex.lock();
        try {
            nanos = Math.max(nanos, target);
        } finally {
            mutex.unlock();
        }
        wakeParked();
    }

    private void wakeParked() {
        List<Thread> threads = new ArrayList<>(parked);
        threads.forEach(LockSupport::unpark);
    }

    private void forget(Task task) {
        mutex.lock();
        try {
            tasks.remove(task);
        } finally {
            mutex.unlock();
        }
    }

    private static final class Task {
        private final long at;
        private final Runnable task;
        private long order;

        Task(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }
    }
}
