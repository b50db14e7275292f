package dev.mortise.redis;

import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which round of votes an ask is in. An ask that waits is sent again and again, and after a round in which some masters may
 * have voted for it their votes are taken back. Such a release may come late: so the next round is known by another number,
 * and no release of an earlier one can touch its votes.
 */
final class Rounds {

    /** Asks have smaller numbers than this, and votes at most eighteen digits. */
    private static final long ROUND = 10_000_000_000_000L;

    private static final long MOST = 99_999;

    private final Map<Long, Long> later = new ConcurrentHashMap<>();

    /** The number of an ask's votes in its present round. */
    long vote(long ask) {
        Long rounds = later.get(ask);
        return rounds == null ? ask : ask + rounds % MOST * ROUND;
    }

    /** The ask of a vote. */
    static long ask(long vote) {
        return vote % ROUND;
    }

    /** The votes of this round are taken back. */
    void next(long ask) {
        later.merge(ask, 1L, Long::sum);
    }

    /** The ask is over. */
    void over(long ask) {
        later.remove(ask);
    }

    /** The grant as the masters know it. */
    Grant voted(Grant grant) {
        return new Voted(grant, vote(grant.ask()));
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
