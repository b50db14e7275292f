package dev.mortise.examples.plainjava;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One thing that a lock does in each method. Two nodes stand for two processes. */
final class Steps {

    private static final String NAME = "account:42";

    private final DistributedLock lock;
    private final DistributedLock elsewhere;

    Steps(Mortise here, Mortise elsewhere) {
        this.lock = here.lock(NAME);
        this.elsewhere = elsewhere.lock(NAME);
    }

    /** The usual way. A watchdog keeps the lock for as long as the work takes, and no longer than this process lives. */
    boolean lockAndUnlock() {
        lock.lock();
        try {
            return lock.isHeldByCurrentThread() && !elsewhere.tryLock();
        } finally {
            lock.unlock();
        }
    }

    /** With a lease of its own the lock ends by itself: nobody has to unlock it. */
    boolean endsByItself() throws InterruptedException {
        Thread forgetful = new Thread(() -> lock.lock(300, TimeUnit.MILLISECONDS));
        forgetful.start();
        forgetful.join();
        elsewhere.lock();
        try {
            return elsewhere.isHeldByCurrentThread();
        } finally {
            elsewhere.unlock();
        }
    }

    /** False means busy; a server that cannot be reached is an exception, never false. */
    boolean waitAndLease() throws InterruptedException {
        if (!lock.tryLock(100, 10, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            return lock.remainingLease().toSeconds() <= 10;
        } finally {
            lock.unlock();
        }
    }

    /** Always released, whatever the work throws. */
    long runUnderTheLock() {
        Account account = new Account();
        lock.run(hold -> account.write(account.balance() + 100, hold.token()));
        return account.balance();
    }

    /** A thread that holds the lock enters again at once; the lock is free when it was left as often. */
    int reEntry() {
        lock.lock();
        try {
            return inner();
        } finally {
            lock.unlock();
        }
    }

    private int inner() {
        lock.lock();
        try {
            return lock.getHoldCount();
        } finally {
            lock.unlock();
        }
    }

    /** Work that outlasts its lease is told at once, and again when it releases, which harms nobody's lock. */
    LossCause lossIsTold() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        OwnedHold hold = lock.acquire(Lease.of(Duration.ofMillis(300)));
        hold.onLost(lost -> told.countDown());
        told.await(); // work that takes too long
        try {
            hold.release();
            throw new IllegalStateException("it was not lost");
        } catch (HoldLostException lost) {
            return lost.reason();
        }
    }

    /** Who acts late, having lost the lock without noticing, is stopped by what it writes to. */
    boolean fencing() {
        Account account = new Account();
        Hold paused = lock.acquire(Lease.of(Duration.ofMillis(300)));
        elsewhere.lock(); // waits until the first lease is over
        try {
            long token = elsewhere.hold().orElseThrow().token();
            boolean written = account.write(100, token);
            boolean writtenLate = account.write(-1, paused.token());
            return written && !writtenLate && account.balance() == 100;
        } finally {
            elsewhere.unlock();
        }
    }
}
