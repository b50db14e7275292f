package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the votes of an ask are known by. */
class RoundsTest {

    private static final long ASK = (1L << 40) + 7;
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final MovableTime time = new MovableTime();
    private final Rounds rounds = new Rounds(time);

    @Test
    void everyRoundHasANumberOfItsOwn() {
        Set<Long> votes = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(votes.add(vote(ASK))).as("new in round %s", i).isTrue();
            next(ASK);
        }
        assertThat(votes).allMatch(vote -> Rounds.ask(vote) == ASK);
    }

    @Test
    void nothingIsLeftOfAnAskThatIsOver() {
        next(ASK);
        rounds.over(ASK);
        assertThat(vote(ASK)).isEqualTo(ASK);
        assertThat(rounds.remembered()).isZero();
    }

    @Test
    void anAskWhoseEndNobodyTellsIsForgottenWhenNothingOfItCanBeLeft() {
        for (int i = 0; i < 1_000; i++) {
            next(ASK + i);
        }
        time.advance(LEASE.multipliedBy(2).plusSeconds(1));
        rounds.over(1);
        assertThat(rounds.remembered()).isZero();
    }

    @Test
    void anAskThatIsUsedKeepsItsNumber() {
        next(ASK);
        long vote = vote(ASK);
        for (int i = 0; i < 20; i++) {
            time.advance(LEASE);
            assertThat(vote(ASK)).isEqualTo(vote);
            next(ASK + 1);
            rounds.over(ASK + 1);
        }
        assertThat(rounds.remembered()).isOne();
    }

    @Test
    void aLeaseWithoutEndIsNoTrouble() {
        rounds.next(ASK, Long.MAX_VALUE);
        time.advance(LEASE);
        rounds.over(1);
        assertThat(rounds.vote(ASK, Long.MAX_VALUE)).isNotEqualTo(ASK);
    }

    private long vote(long ask) {
        return rounds.vote(ask, LEASE.toMillis());
    }

    private void next(long ask) {
        rounds.next(ask, LEASE.toMillis());
    }
}
