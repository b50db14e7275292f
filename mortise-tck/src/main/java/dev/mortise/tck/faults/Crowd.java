package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Threads that lock, add to a tally and unlock, again and again until told to stop; nothing may be thrown at them. */
final class Crowd implements AutoCloseable {

    /** A crowd of which no thread gets in for so long is stuck. */
    private static final Duration STUCK = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Tally tally;
    private volatile boolean over;

    /** So many threads on each of the locks, which are one lock seen from several nodes. */
    Crowd(Tally tally, int threadsEach, DistributedLock... locks) {
        this.tally = tally;
        for (DistributedLock lock : locks) {
            for (int i = 0; i < threadsEach; i++) {
                Thread thread = new Thread(() -> work(lock), "crowd-" + threads.size());
                thread.setDaemon(true);
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
    }

    private void work(DistributedLock lock) {
        try {
            while (!over) {
                lock.lock();
                try {
                    tally.add(lock.hold().orElseThrow());
                } finally {
                    lock.unlock();
                }
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    /** Waits until they have been inside so many times more. It may take long, but not between two of these times. */
    void awaitProgress(int times) {
        int goal = tally.entered() + times;
        for (int now = tally.entered(); now < goal && failures.isEmpty(); now = tally.entered()) {
            int before = now;
            SafetyViolation.checked(() -> Eventually.within(
                    STUCK, "a thread gets in", () -> tally.entered() > before || !failures.isEmpty()));
        }
        assertThat(failures).isEmpty();
    }

    /** Lets each of them end what it does, and fails if one does not, was thrown at, or lost an update. */
    void finish() {
        over = true;
        // A thread that failed may have left the lock to its lease, for which the others wait.
        SafetyViolation.checked(() -> Eventually.within(
                STUCK, "no thread is stuck", () -> threads.stream().noneMatch(Thread::isAlive) || !failures.isEmpty()));
        assertThat(failures).isEmpty();
        tally.assertExact();
    }

    @Override
    public void close() {
        over = true;
    }
}
