package dev.mortise.benchmarks.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One thread of {@link Pairs}. What it counted is read when it has ended. */
final class PairThread extends Thread {

    private final Lock lock;
    private final int depth;
    private final BooleanSupplier section;
    private final CountDownLatch go;

    final Histogram waits = Waits.none();

    /** When no pair begins any more; set before {@link #go}. */
    volatile long end;

    @Nullable
    Throwable failure;

    /** Pairs that ended in time, and all. */
    long inTime;

    long all;

    /** Visits to the section while somebody else was in it. */
    long overlaps;

    /**
     * A thread that is not started yet.
     *
     * @param depth how often the lock is taken, one inside the other
     * @param section what to do with the lock held: false when somebody else was there
     * @param go when to begin
     */
    PairThread(Lock lock, int depth, BooleanSupplier section, CountDownLatch go) {
        this.lock = lock;
        this.depth = depth;
        this.section = section;
        this.go = go;
    }

    @Override
    public void run() {
        try {
            go.await();
            for (long begin = System.nanoTime(); begin - end < 0; ) {
                lockAll();
                waits.recordValue(System.nanoTime() - begin);
                overlaps += section.getAsBoolean() ? 0 : 1;
                unlockAll();
                all++;
                begin = System.nanoTime();
                inTime += begin - end < 0 ? 1 : 0;
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void lockAll() {
        for (int i = 0; i < depth; i++) {
            lock.lock();
        }
    }

    private void unlockAll() {
        for (int i = 0; i < depth; i++) {
            lock.unlock();
        }
    }
}
