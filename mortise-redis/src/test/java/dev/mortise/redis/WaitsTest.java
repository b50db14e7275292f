package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LossCause;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Signals;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a node that waits for a majority asks again. */
class WaitsTest {

    private static final LockId LOCK = new LockId(LockId.LOCK, "waits");

    private final MovableTime time = new MovableTime();
    private final Looks looks = new Looks();
    private final Waits waits = new Waits(3, time, looks);

    @Test
    void splitVotesKeepItAwayForATimeThatIsRandomAndGrowsAndHasABound() {
        long early = 0;
        long late = 0;
        Set<Long> seen = new HashSet<>();
        for (int node = 0; node < 200; node++) {
            waits.ticket(LOCK, true);
            for (int split = 0; split < 20; split++) {
                long millis = waits.backoffMillis(LOCK);
                assertThat(millis).isBetween(0L, 127L);
                seen.add(millis);
                early += split < 2 ? millis : 0;
                late += split >= 18 ? millis : 0;
            }
            waits.over(LOCK);
        }
        assertThat(seen).hasSizeGreaterThan(60);
        assertThat(late).isGreaterThan(5 * early);
    }

    @Test
    void itAsksWhenAMajorityHasWokenIt() {
        waits.ticket(LOCK, true);
        waits.of(0).look(LOCK);
        waits.of(0).look(LOCK);
        waits.of(3).look(LOCK);
        assertThat(looks.count).isZero();
        waits.of(4).look(LOCK);
        assertThat(looks.count).isOne();
        waits.of(1).look(LOCK);
        time.advance(Duration.ofSeconds(1));
        assertThat(looks.count).isOne();
    }

    @Test
    void itAsksALittleLaterWhenFewerHave() {
        waits.ticket(LOCK, true);
        waits.of(2).look(LOCK);
        time.advance(Duration.ofMillis(20));
        assertThat(looks.count).isOne();
    }

    @Test
    void itAsksALittleLaterAgainAfterAMajorityThatCameLate() {
        waits.ticket(LOCK, true);
        waits.of(0).look(LOCK);
        waits.of(1).look(LOCK);
        time.advance(Duration.ofMillis(20));
        waits.of(2).look(LOCK);
        assertThat(looks.count).isEqualTo(2);
        waits.ticket(LOCK, true);
        waits.of(4).look(LOCK);
        time.advance(Duration.ofMillis(20));
        assertThat(looks.count).isEqualTo(3);
    }

    @Test
    void aTicketIsKeptUntilTheWaitIsOver() {
        long first = waits.ticket(LOCK, true);
        time.advance(Duration.ofSeconds(1));
        assertThat(waits.ticket(LOCK, true)).isEqualTo(first);
        waits.over(LOCK);
        assertThat(waits.ticket(LOCK, true)).isGreaterThan(first);
    }

    private static final class Looks implements Signals {

        int count;

        @Override
        public void look(LockId lock) {
            count++;
        }

        @Override
        public void granted(LockId lock, Pushed grant) {}

        @Override
        public void lookAll() {}

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {}
    }
}
