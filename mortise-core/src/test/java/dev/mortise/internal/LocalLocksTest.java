package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
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
    void namesLeaveANodeThatAsksForNoOtherLock() {
        try (Mortise mortise = node()) {
            DistributedLock kept = mortise.lock("kept");
            for (int i = 0; i < 5_000; i++) {
                mortise.lock("name-" + i).run(hold -> {});
            }
            LocalLocks locks = ((Engine) mortise).locks;
            for (int i = 0; i < 50 && locks.size() > 10; i++) {
                System.gc();
                kept.run(hold -> time.advance(Duration.ofSeconds(11)));
            }
            assertThat(locks.size()).isLessThanOrEqualTo(10);
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
            mortise.lock("another");
        }
        assertThat(locks.size()).isLessThanOrEqualTo(most);
    }
}
