package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Holds that fewer than all masters voted for. Where another's vote stood in the way, taken back since, the master is asked
 * again: a hold that all have voted for outlasts two of five that forget it, one of a bare majority outlasts none.
 *
 * <p>To the master such an ask is one that came late. It is sent a few times in the first third of the lease, and not once
 * the hold has ended; a vote that comes after that is given back.
 */
final class FillUps {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int SLOWER = 4;
    private static final int MOST = 6;
    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Time time;
    private final Map<Long, FillUp> held = new ConcurrentHashMap<>();
    private final AtomicLong sweepAt = new AtomicLong();
    private volatile boolean closed;

    FillUps(Time time) {
        this.time = time;
    }

    /**
     * For an ask that is sent now.
     *
     * @param again asks a member once more
     * @param giveBack takes a member's vote back
     */
    FillUp of(Ask ask, IntFunction<Reply<Answer>> again, IntConsumer giveBack) {
        long third = TimeUnit.MILLISECONDS.toNanos(ask.leaseMillis()) / 3;
        return new FillUp(ask.number(), time.nanos() + third, again, giveBack);
    }

    /** How many holds it minds. */
    int minded() {
        return held.size();
    }

    private void sweep() {
        long now = time.nanos();
        long at = sweepAt.get();
        if (now - at >= 0 && sweepAt.compareAndSet(at, now + SWEEP_NANOS)) {
            // holds that are never released, or for longer than it takes
            held.values().removeIf(each -> each.end - now <= 0);
        }
    }

    /** The hold is released. */
    void over(long ask) {
        FillUp mine = held.remove(ask);
        if (mine != null) {
            mine.end();
        }
    }

    /** From now on nothing is asked again. */
    void close() {
        closed = true;
    }

    /** Of one ask. */
    final class FillUp {
        private final long ask;
        private final long end;
        private final IntFunction<Reply<Answer>> again;
        private final IntConsumer giveBack;
        /** A bit for each member to ask. */
        private final AtomicLong missing = new AtomicLong();

        private final AtomicBoolean armed = new AtomicBoolean();
        private final AtomicInteger tries = new AtomicInteger();
        /** Held while an ask is sent, so that it goes out before the release. */
        private final ReentrantLock sending = new ReentrantLock();

        private volatile boolean over;

        private FillUp(long ask, long end, IntFunction<Reply<Answer>> again, IntConsumer giveBack) {
            this.ask = ask;
            this.end = end;
            this.again = again;
            this.giveBack = giveBack;
        }

        /** The ask is granted. */
        void begin() {
            held.put(ask, this);
            sweep();
        }

        /** A member has not voted for the ask, though it is granted; called from any thread. */
        void refused(int member) {
            missing.updateAndGet(others -> others | 1L << member);
            if (!over && tries.get() < MOST && armed.compareAndSet(false, true)) {
                long pause = FIRST_NANOS * (long) Math.pow(SLOWER, tries.getAndIncrement());
                time.schedule(time.nanos() + pause, this::askAgain);
            }
        }

        private void askAgain() {
            armed.set(false);
            long members = missing.getAndSet(0);
            sending.lock();
            try {
                if (!over && !closed && time.nanos() - end < 0) {
                    for (int i = 0; i < Long.SIZE; i++) {
                        if ((members & 1L << i) != 0) {
                            ask(i);
                        }
                    }
                }
            } finally {
                sending.unlock();
            }
        }

        private void ask(int member) {
            again.apply(member).then(Runnable::run, outcome -> answered(member, outcome));
        }

        private void end() {
            sending.lock();
            try {
                over = true;
            } finally {
                sending.unlock();
            }
        }

        private void answered(int member, Outcome<Answer> outcome) {
            if (outcome instanceof Outcome.Done<Answer> done && done.value() instanceof Answer.Refused) {
                refused(member);
            } else if (over) {
                // over another connection the release may have come before the vote
                giveBack.accept(member);
            }
        }
    }
}
