package dev.mortise.internal;

import static org.awaitility.Awaitility.await;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nothing stays of a name that nobody uses. */
class LocalLocksTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MovableTime time = new MovableTime();

    @Test
    void aNameLeavesWithItsLastUser() {
        try (Mortise mortise = node()) {
            for (int i = 0; i < 5_000; i++) {
                mortise.lock("name-" + i).run(hold -> {});
            }
            assertLeft(mortise, 10, () -> mortise.lock("another"));
        }
    }

    @Test
    void namesLeaveANodeThatAsksForNoOtherLock() {
        try (Mortise mortise = node()) {
            DistributedLock kept = mortise.lock("kept");
            for (int i = 0; i < 5_000; i++) {
                mortise.lock("name-" + i).run(hold -> {});
            }
            assertLeft(mortise, 10, () -> kept.run(hold -> time.advance(Duration.ofSeconds(11))));
        }
    }

    @Test
    void leasesThatEndByThemselvesUnderEverNewNamesDoNotFillTheHeap() {
        try (Mortise mortise = node()) {
            for (int i = 0; i < 3_000; i++) {
                mortise.lock("name-" + i).lock(Duration.ofMillis(100));
                time.advance(Duration.ofMillis(150));
            }
            assertLeft(mortise, 1_010, () -> mortise.lock("another"));
        }
    }

    private Mortise node() {
        return Mortise.builder().store(new MemoryServer().store()).time(time).build();
    }

    /** The collector frees references in its own time, and only the next use of the node forgets their names. */
    private static void assertLeft(Mortise mortise, int most, Runnable use) {
        LocalLocks locks = ((Engine) mortise).locks;
        await("at most " + most + " names are left").atMost(PATIENCE).until(() -> {
            System.gc();
            use.run();
            return locks.size() <= most;
        });
    }
}
