package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a hold asks for the votes that it lacks. */
class FillUpsTest {

    private static final Outcome<Answer> REFUSED = new Outcome.Done<>(new Answer.Refused(100, false));
    private static final Outcome<Answer> VOTED = new Outcome.Done<>(new Answer.Granted(1));
    private static final Ask ASK = new Ask(new LockId(LockId.LOCK, "fill"), 7, "1", 30_000, true, false);

    private final MovableTime time = new MovableTime();
    private final FillUps fillUps = new FillUps(time);
    private final List<Integer> asked = new ArrayList<>();
    private final List<Integer> givenBack = new ArrayList<>();
    private final Late late = new Late();

    @Test
    void itAsksAgainUntilTheVoteIsThere() {
        FillUps.FillUp fillUp = begun(member -> Reply.of(asked.size() < 3 ? REFUSED : VOTED));
        fillUp.refused(4);
        assertThat(asked).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(asked).containsExactly(4, 4, 4);
    }

    @Test
    void itAsksAFewTimesOnly() {
        begun(member -> Reply.of(REFUSED)).refused(4);
        time.advance(Duration.ofMinutes(1));
        assertThat(asked).hasSize(6);
    }

    @Test
    void itAsksNobodyOnceTheHoldIsReleased() {
        begun(member -> Reply.of(REFUSED)).refused(4);
        fillUps.over(ASK.number());
        time.advance(Duration.ofMinutes(1));
        assertThat(asked).isEmpty();
    }

    @Test
    void aRefusalThatComesAfterTheReleaseAsksNobody() {
        FillUps.FillUp fillUp = begun(member -> Reply.of(REFUSED));
        fillUps.over(ASK.number());
        fillUp.refused(4);
        time.advance(Duration.ofMinutes(1));
        assertThat(asked).isEmpty();
    }

    @Test
    void aVoteThatComesAfterTheReleaseIsGivenBack() {
        begun(member -> late).refused(4);
        time.advance(Duration.ofMillis(5));
        assertThat(asked).containsExactly(4);
        fillUps.over(ASK.number());
        late.comes(VOTED);
        assertThat(givenBack).containsExactly(4);
    }

    @Test
    void aHoldThatIsNeverReleasedIsForgotten() {
        begun(member -> Reply.of(VOTED));
        time.advance(Duration.ofMinutes(1));
        Ask next = new Ask(ASK.lock(), 8, "1", 30_000, true, false);
        fillUps.of(next, member -> Reply.of(VOTED), givenBack::add).begin();
        assertThat(fillUps.minded()).isOne();
    }

    private FillUps.FillUp begun(IntFunction<Reply<Answer>> again) {
        FillUps.FillUp fillUp = fillUps.of(
                ASK,
                member -> {
                    asked.add(member);
                    return again.apply(member);
                },
                givenBack::add);
        fillUp.begin();
        return fillUp;
    }

    /** A reply that comes when the test says so. */
    private static final class Late implements Reply<Answer> {

        private @Nullable Consumer<Outcome<Answer>> consumer;

        void comes(Outcome<Answer> outcome) {
            if (consumer != null) {
                consumer.accept(outcome);
            }
        }

        @Override
        public Outcome<Answer> await(long untilNanos, boolean interruptible) {
            return Outcome.pending();
        }

        @Override
        public void then(Executor executor, Consumer<Outcome<Answer>> then) {
            consumer = then;
        }
    }
}
