package dev.mortise.benchmarks.shares;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

/**
 * Threads of two clients that want the same lock all the time. Each turn checks that no other thread is inside, and adds one
 * to a plain number, which loses updates if two threads are inside at once.
 */
final class Contest {

    /** A thread that does not get the lock for so long after the end is stuck. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    private final int threads;
    private final Runnable section;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger violations = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private long unguarded;

    /**
     * @param threads of each client
     * @param section what a thread does while it holds the lock
     */
    Contest(int threads, Runnable section) {
        this.threads = threads;
        this.section = section;
    }

    /**
     * What one client got.
     *
     * @param turns how often one of its threads held the lock
     * @param longestWait of any of its threads
     */
    record Share(long turns, Duration longestWait) {}

    /** What both clients got. */
    record Result(Share first, Share second) {

        long turns() {
            return first.turns() + second.turns();
        }
    }

    /**
     * Lets the threads of both clients take turns for so long.
     *
     * @throws AssertionError if two threads were inside at once, or a thread is stuck
     */
    Result run(Lock first, Lock second, Duration length) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        Side firstSide = new Side(first);
        Side secondSide = new Side(second);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(firstSide.thread(start, length));
            all.add(secondSide.thread(start, length));
        }
        all.forEach(Thread::start);
        start.countDown();
        long limit = System.nanoTime() + length.plus(STUCK).toNanos();
        for (Thread thread : all) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, limit - System.nanoTime()));
            if (thread.isAlive()) {
                throw new AssertionError(
                        "a thread has not returned from lock() " + STUCK.toSeconds() + " s after the end of the round");
            }
        }
        Result result = new Result(firstSide.share(), secondSide.share());
        // A thread whose unlock() fails does not count its turns, and it fails when another owner has taken the lock.
        if (violations.get() > 0 || (failures.isEmpty() && unguarded != result.turns())) {
            AssertionError error = new AssertionError("the lock did not exclude: " + violations
                    + " times two threads were inside, " + unguarded + " of " + result.turns() + " updates counted");
            failures.forEach(error::addSuppressed);
            throw error;
        }
        for (Throwable failure : failures) {
            throw new IllegalStateException("a thread failed: " + failure, failure);
        }
        unguarded = 0;
        return result;
    }

    /** The threads of one client. */
    private final class Side {

        private final Lock lock;
        private final AtomicLong turns = new AtomicLong();
        private final AtomicLong longestWait = new AtomicLong();

        Side(Lock lock) {
            this.lock = lock;
        }

        Share share() {
            return new Share(turns.get(), Duration.ofNanos(longestWait.get()));
        }

        Thread thread(CountDownLatch start, Duration length) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    takeTurns(System.nanoTime() + length.toNanos());
                } catch (InterruptedException | RuntimeException | Error e) {
                    failures.add(e);
                }
            });
            thread.setDaemon(true);
            return thread;
        }

        private void takeTurns(long end) {
            long own = 0;
            long longest = 0;
            for (long begin = System.nanoTime(); begin - end < 0; begin = System.nanoTime()) {
                lock.lock();
                try {
                    longest = Math.max(longest, System.nanoTime() - begin);
                    if (inside.incrementAndGet() != 1) {
                        violations.incrementAndGet();
                    }
                    section.run();
                    unguarded++;
                    own++;
                } finally {
                    inside.decrementAndGet();
                    lock.unlock();
                }
            }
            turns.addAndGet(own);
            longestWait.accumulateAndGet(longest, Math::max);
        }
    }
}
