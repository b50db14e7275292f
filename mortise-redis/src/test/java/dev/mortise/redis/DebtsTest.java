package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a master that does not answer costs those that release. */
class DebtsTest {

    private static final Request RELEASE = new Request(QuorumNaming.MEMBER, new byte[0][], new byte[0][], 0);

    private final MovableTime time = new MovableTime();
    private final Member absent = new Member(() -> {
        throw new AssertionError("it is absent");
    });
    private final Debts debts = new Debts(absent, time);

    @Test
    void howeverManyAreOwedOneIsTriedAtATime() {
        for (int i = 0; i < 20_000; i++) {
            debts.send(debts.of(RELEASE, 30_000));
        }
        assertThat(time.timers()).isOne();
        time.advance(Duration.ofSeconds(1));
        assertThat(time.timers()).isOne();
    }

    @Test
    void whatTheLeaseHasEndedIsOwedNoMore() {
        debts.send(debts.of(RELEASE, 1_000));
        debts.send(debts.of(RELEASE, 3_000));
        time.advance(Duration.ofSeconds(2));
        assertThat(time.timers()).isOne();
        time.advance(Duration.ofSeconds(2));
        assertThat(time.timers()).isZero();
    }
}
