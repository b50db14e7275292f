package dev.mortise.tck.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** What is wrong on the way at the moment, shared by all connections of a {@link FaultProxy}. */
final class Faults {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Budget requests = new Budget();
    private final Budget replies = new Budget();
    private volatile boolean blackhole;
    private volatile boolean dropReplies;
    private volatile long delayNanos;

    void blackhole(boolean on) {
        change(() -> blackhole = on);
    }

    void dropReplies(boolean on) {
        change(() -> dropReplies = on);
    }

    boolean dropsReplies() {
        return dropReplies;
    }

    void delayReplies(Duration delay) {
        change(() -> delayNanos = delay.toNanos());
    }

    Budget requests() {
        return requests;
    }

    Budget replies() {
        return replies;
    }

    void heal() {
        requests.disarm();
        replies.disarm();
        change(() -> {
            blackhole = false;
            dropReplies = false;
            delayNanos = 0;
        });
    }

    /** Those that wait look again whether they still have to. */
    void wake() {
        change(() -> {});
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void awaitRequestMayPass(BooleanSupplier ended) {
        await(0, false, ended);
    }

    void awaitReplyMayPass(long arrivedNanos, BooleanSupplier ended) {
        await(arrivedNanos, true, ended);
    }

    private void await(long arrivedNanos, boolean delayed, BooleanSupplier ended) {
        lock.lock();
        try {
            while (!ended.getAsBoolean()) {
                long early = delayed ? arrivedNanos + delayNanos - System.nanoTime() : 0;
                if (!blackhole && early <= 0) {
                    return;
                }
                changed.awaitNanos(blackhole ? TimeUnit.HOURS.toNanos(1) : early);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the proxy's threads", e);
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes may still pass in one direction before a cut; unlimited until armed. */
    static final class Budget {
        private static final long UNLIMITED = -1;

        private final ReentrantLock lock = new ReentrantLock();
        private long left = UNLIMITED;

        void arm(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("bytes: " + bytes);
            }
            set(bytes);
        }

        void disarm() {
            set(UNLIMITED);
        }

        boolean isArmed() {
            lock.lock();
            try {
                return left != UNLIMITED;
            } finally {
                lock.unlock();
            }
        }

        private void set(long bytes) {
            lock.lock();
            try {
                left = bytes;
            } finally {
                lock.unlock();
            }
        }

        /** Takes up to {@code wanted} bytes. Who takes the last one has to cut, and the budget is unlimited again. */
        Taken take(int wanted) {
            lock.lock();
            try {
                if (left == UNLIMITED) {
                    return new Taken(wanted, false);
                }
                if (wanted < left) {
                    left -= wanted;
                    return new Taken(wanted, false);
                }
                Taken last = new Taken((int) left, true);
                left = UNLIMITED;
                return last;
            } finally {
                lock.unlock();
            }
        }

        record Taken(int bytes, boolean cut) {}
    }
}
