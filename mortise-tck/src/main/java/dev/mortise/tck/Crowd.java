package dev.mortise.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Many virtual threads that do the same, and how much heap each takes while they all wait. */
final class Crowd {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<Thread> threads;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private long bytes;

    private Crowd(int size) {
        threads = new ArrayList<>(size);
    }

    /** Starts threads and returns when all are parked. */
    static Crowd waiting(int size, Actor.Act act) {
        Crowd crowd = new Crowd(size);
        long before = Heap.live();
        for (int i = 0; i < size; i++) {
            crowd.threads.add(VirtualThreadsKit.startVirtual(() -> crowd.run(act)));
        }
        Eventually.within(
                PATIENCE, "all are parked", () -> crowd.threads.stream().allMatch(Crowd::isParked));
        crowd.bytes = Heap.live() - before;
        return crowd;
    }

    long bytesEach() {
        return bytes / threads.size();
    }

    void interruptEvery(int nth) {
        for (int i = 0; i < threads.size(); i += nth) {
            threads.get(i).interrupt();
        }
    }

    int interrupted() {
        return interrupted.get();
    }

    int ended() {
        return ended.get();
    }

    Queue<Throwable> failures() {
        return failures;
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
        }
    }

    private void run(Actor.Act act) {
        try {
            act.run();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
        } catch (Throwable e) {
            failures.add(e);
        } finally {
            ended.incrementAndGet();
        }
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }
}
