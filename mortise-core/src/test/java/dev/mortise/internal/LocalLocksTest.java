package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing stays of a name that nobody uses. */
@Timeout(60)
class LocalLocksTest {

    private final MovableTime time = new MovableTime();

    @Test
    void aNameLeavesWithItsLastUser() {
        try (Mortise mortise = node()) {
            for (int i = 0; i < 5_000; i++) {
                mortise.lock("name-" + i).run(hold -> {});
            }
            assertLeft(mortise, 10);
        }
    }

    @Test
    void leasesThatEndByThemselvesUnderEverNewNamesDoNotFillTheHeap() {
        try (Mortise mortise = node()) {
            for (int i = 0; i < 3_000; i++) {
                mortise.lock("name-" + i).lock(Duration.ofMillis(100));
                time.advance(Duration.ofMillis(150));
            }
            assertLeft(mortise, 1_010);
        }
    }

    private Mortise node() {
        return Mortise.builder().store(new MemoryServer().store()).time(time).build();
    }

    private static void assertLeft(Mortise mortise, int most) {
        LocalLocks locks = ((Engine) mortise).locks;
        for (int i = 0; i < 50 && locks.size() > most; i++) {
            System.gc();
        }
        assertThat(locks.size()).isLessThanOrEqualTo(most);
    }
}
