package dev.mortise.benchmarks.worker;

import dev.mortise.benchmarks.contenders.Contender;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Very many locks, held by one thread at the same time: what each costs in heap. */
public final class Holds {

    /** What the name of each begins with; a number follows. */
    public static final String NAME = "bench-hold-";

    private static final int COLLECTIONS = 3;
    private static final int WARM_UP = 2_000;

    private final Contender contender;
    private List<Lock> held = List.of();

    Holds(Contender contender) {
        this.contender = contender;
    }

    /** Takes so many, each by a lock object and a name of its own, and keeps the lock objects. */
    @SuppressWarnings("LockNotBeforeTry") // released by another order
    Message take(int count) {
        warmUp();
        long before = usedAfterCollection();
        List<Lock> locks = new ArrayList<>(count);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Lock lock = contender.lock(NAME + i);
            lock.lock();
            locks.add(lock);
        }
        long nanos = System.nanoTime() - begin;
        held = locks;
        return new Message("hold").with("bytes", usedAfterCollection() - before).with("nanos", nanos);
    }

    /** Releases all; a lock that was not held any more throws. */
    Message release() {
        held.forEach(Lock::unlock);
        int count = held.size();
        held = List.of();
        return new Message("release").with("count", count);
    }

    @SuppressWarnings("LockNotBeforeTry") // nothing between them can throw
    private void warmUp() {
        Lock lock = contender.lock("bench-warm-up");
        for (int i = 0; i < WARM_UP; i++) {
            lock.lock();
            lock.unlock();
        }
    }

    private static long usedAfterCollection() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
