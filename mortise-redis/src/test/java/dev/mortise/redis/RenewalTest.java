package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of many grants a reply speaks of. */
class RenewalTest {

    private final List<Outcome<Boolean>> told = new ArrayList<>();

    private record One(LockId lock, long ask, long token, long leaseMillis) implements Grant {}

    @Test
    void allAreRenewedUnlessTheReplySaysOtherwise() {
        answer(3L);
        assertThat(told).containsExactly(done(true), done(true), done(true));
    }

    @Test
    void placesThatTheReplyNamesAreGone() {
        answer(3L, 1L, 3L);
        assertThat(told).containsExactly(done(false), done(true), done(false));
    }

    @Test
    void aReplyForAnotherNumberOfLocksIsATrouble() {
        answer(2L);
        assertThat(told).hasSize(3).allMatch(outcome -> outcome instanceof Outcome.Failed);
    }

    @Test
    void aTroubleIsOfAll() {
        Renewal.answered(three(), new Outcome.Failed<>(Troubles.notSent(1)), (grant, outcome) -> told.add(outcome));
        assertThat(told).hasSize(3).allMatch(outcome -> outcome instanceof Outcome.Failed);
    }

    private void answer(Object... parts) {
        Renewal.answered(three(), new Outcome.Done<>(List.of(parts)), (grant, outcome) -> told.add(outcome));
    }

    private static List<One> three() {
        List<One> grants = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            grants.add(new One(new LockId(LockId.LOCK, "lock" + i), i, i, 1_000));
        }
        return grants;
    }

    private static Outcome<Boolean> done(boolean value) {
        return new Outcome.Done<>(value);
    }
}
