package dev.mortise.redis;

import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which round of votes an ask is in. An ask that waits is sent again and again, and after a round in which some masters may
 * have voted for it their votes are taken back. Such a release may come late: so the next round is known by another number,
 * and no release of an earlier one can touch its votes.
 *
 * <p>An ask is forgotten when it is over. One whose end nobody tells, since its release or withdrawal was never answered, is
 * forgotten when it has not been asked for, renewed or released for so long that nothing of it can be left at a master.
 */
final class Rounds {

    /** Asks have smaller numbers than this, and votes at most eighteen digits. */
    private static final long ROUND = 10_000_000_000_000L;

    private static final long MOST = 99_999;

    /** Longer than a waiter sleeps, or a place in a queue lasts. */
    private static final long LEAST_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Time time;
    private final Map<Long, Later> later = new ConcurrentHashMap<>();
    private final AtomicLong sweepAt = new AtomicLong();

    /** An ask that is not in its first round, and when nothing can be left of it unless it is used again. */
    private record Later(long round, long until) {}

    Rounds(Time time) {
        this.time = time;
    }

    /** The number of an ask's votes in its present round, which is used now. */
    long vote(long ask, long leaseMillis) {
        Later present = later.get(ask);
        if (present == null) {
            return ask;
        }
        later.replace(ask, present, new Later(present.round, until(leaseMillis)));
        return ask + present.round % MOST * ROUND;
    }

    /** The ask of a vote. */
    static long ask(long vote) {
        return vote % ROUND;
    }

    /** The votes of this round are taken back. */
    void next(long ask, long leaseMillis) {
        long until = until(leaseMillis);
        later.merge(ask, new Later(1, until), (present, first) -> new Later(present.round + 1, until));
        sweep();
    }

    /** The ask is over. */
    void over(long ask) {
        if (!later.isEmpty()) {
            later.remove(ask);
            sweep();
        }
    }

    /** How many asks it knows that are beyond their first round. */
    int remembered() {
        return later.size();
    }

    private long until(long leaseMillis) {
        long millis = Math.max(LEAST_MILLIS, leaseMillis > Long.MAX_VALUE / 2 ? leaseMillis : 2 * leaseMillis);
        return time.nanos() + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 2);
    }

    private void sweep() {
        long now = time.nanos();
        long at = sweepAt.get();
        if (now - at >= 0 && sweepAt.compareAndSet(at, now + SWEEP_NANOS)) {
            later.values().removeIf(each -> each.until - now <= 0);
        }
    }

    /** The grant as the masters know it. */
    Grant voted(Grant grant) {
        return new Voted(grant, vote(grant.ask(), grant.leaseMillis()));
    }

    record Voted(Grant grant, long ask) implements Grant {
        @Override
        public LockId lock() {
            return grant.lock();
        }

        @Override
        public long token() {
            return grant.token();
        }

        @Override
        public long leaseMillis() {
            return grant.leaseMillis();
        }
    }
}
