package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the votes of an ask are known by. */
class RoundsTest {

    private static final long ASK = (1L << 40) + 7;

    private final Rounds rounds = new Rounds();

    @Test
    void everyRoundHasANumberOfItsOwn() {
        Set<Long> votes = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(votes.add(rounds.vote(ASK))).as("new in round %s", i).isTrue();
            rounds.next(ASK);
        }
        assertThat(votes).allMatch(vote -> Rounds.ask(vote) == ASK);
    }

    @Test
    void nothingIsLeftOfAnAskThatIsOver() {
        rounds.next(ASK);
        rounds.over(ASK);
        assertThat(rounds.vote(ASK)).isEqualTo(ASK);
    }
}
