package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Threads of Mortise and of Redisson compete for one lock without a pause. At most one of them is inside, and each of them gets
 * in again and again. The test ends once every thread has had a few turns; {@code ./dev shares} measures how the two libraries
 * share the turns.
 */
@Tag("servers")
class StarvationTest extends TwoClients {

    private static final int THREADS = 4;
    private static final int TURNS = 5;

    /** The threads need a fraction of a second: only a thread that starves reaches this limit. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    /** A thread of Redisson that misses a message sleeps until the lease of the holder ends. */
    private static final Duration LONGEST = LIMIT.plus(WATCHDOG).plusSeconds(30);

    private final List<Contender> contenders = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger(2 * THREADS);
    private final AtomicReference<String> inside = new AtomicReference<>();
    private volatile boolean failed;
    private long sections;

    @Test
    void neitherSideStarves() throws Exception {
        for (int i = 0; i < THREADS; i++) {
            contenders.add(new Contender("Mortise " + i, mortise));
            contenders.add(new Contender("Redisson " + i, redisson));
        }
        long end = System.nanoTime() + LIMIT.toNanos();
        List<Future<Boolean>> running = new ArrayList<>();
        for (Contender contender : contenders) {
            running.add(begin(() -> contender.compete(end)));
        }
        for (int i = 0; i < running.size(); i++) {
            join(contenders.get(i).client, running.get(i), LONGEST);
        }
        long turns = contenders.stream().mapToLong(contender -> contender.turns).sum();
        SafetyViolation.check(
                sections == turns, "Lost updates: " + sections + " were counted under the lock in " + contenders);
        assertThat(contenders).as("turns within %s", LIMIT).allMatch(contender -> contender.turns >= TURNS);
    }

    /** A thread that locks and unlocks until every contender has had its turns. */
    private final class Contender {
        private final String who;
        private final Client client;
        private final Lock lock;
        private volatile int turns;

        Contender(String who, Client client) {
            this.who = who;
            this.client = client;
            this.lock = client.lock(name);
        }

        boolean compete(long end) {
            while (waiting.get() > 0 && !failed && System.nanoTime() - end < 0) {
                lock.lock();
                try {
                    enter();
                } finally {
                    lock.unlock();
                }
                if (turns == TURNS) {
                    waiting.decrementAndGet();
                }
            }
            return turns >= TURNS;
        }

        private void enter() {
            String other = inside.getAndSet(who);
            if (other != null) {
                failed = true;
                throw new SafetyViolation("Two owners at once: " + other + " and " + who + " in " + contenders);
            }
            sections++;
            turns++;
            inside.set(null);
        }

        @Override
        public String toString() {
            return who + ": " + turns + " turns";
        }
    }
}
