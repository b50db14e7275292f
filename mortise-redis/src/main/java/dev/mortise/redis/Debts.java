package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Releases that a quorum owes to one master: each is sent until it is answered, or until the lease has ended what it would
 * release. Nobody waits for them. While the master does not answer only one of them is tried, now and then; when that is
 * answered the others follow.
 */
final class Debts {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How many are kept for a master that does not answer; older ones are left to the lease. */
    private static final int MOST = 10_000;

    private final Member member;
    private final Time time;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean closed;

    /** Guards the two below. */
    private final ReentrantLock guard = new ReentrantLock();

    private final Deque<Debt> owed = new ArrayDeque<>();
    private boolean trying;

    /**
     * One release.
     *
     * @param until when the lease has ended what it would release
     */
    record Debt(Request request, long until) {}

    Debts(Member member, Time time) {
        this.member = member;
        this.time = time;
    }

    /** A release of something that was kept for that lease at the most. */
    Debt of(Request request, long leaseMillis) {
        return new Debt(request, time.nanos() + TimeUnit.MILLISECONDS.toNanos(leaseMillis));
    }

    void send(Debt debt) {
        begun();
        member.send(debt.request()).then(Runnable::run, outcome -> answered(debt, outcome));
    }

    /** One is on its way: {@link #answered} is to be called for it. */
    void begun() {
        underWay.incrementAndGet();
    }

    /** The master has answered a release, or not. */
    void answered(Debt debt, Outcome<?> outcome) {
        underWay.decrementAndGet();
        if (!isOpen(outcome) || debt.until() - time.nanos() <= 0 || closed) {
            return;
        }
        guard.lock();
        try {
            if (owed.size() == MOST) {
                owed.remove();
            }
            owed.add(debt);
            if (trying) {
                return;
            }
            trying = true;
        } finally {
            guard.unlock();
        }
        tryLater();
    }

    private void tryLater() {
        time.schedule(time.nanos() + RETRY_NANOS, this::tryOne);
    }

    private void tryOne() {
        Debt first;
        guard.lock();
        try {
            long now = time.nanos();
            owed.removeIf(debt -> debt.until() - now <= 0);
            first = owed.poll();
            if (first == null || closed) {
                trying = false;
                return;
            }
        } finally {
            guard.unlock();
        }
        begun();
        member.send(first.request()).then(Runnable::run, outcome -> tried(first, outcome));
    }

    private void tried(Debt first, Outcome<?> outcome) {
        underWay.decrementAndGet();
        List<Debt> others;
        guard.lock();
        try {
            if (isOpen(outcome)) {
                owed.addFirst(first);
                others = List.of();
            } else {
                others = new ArrayList<>(owed);
                owed.clear();
                trying = false;
            }
        } finally {
            guard.unlock();
        }
        if (isOpen(outcome)) {
            tryLater();
        } else {
            others.forEach(this::send);
        }
    }

    /** Whether it may have a better answer another time. */
    private static boolean isOpen(Outcome<?> outcome) {
        return outcome instanceof Outcome.Failed<?> failed && failed.trouble().kind() == Trouble.Kind.UNAVAILABLE;
    }

    /** From now on nothing is sent again. */
    void close() {
        closed = true;
    }

    /** Lets those end that are under way, until that time of the JVM. */
    void awaitEnd(long endNanos) {
        boolean interrupted = false;
        while (underWay.get() > 0 && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
