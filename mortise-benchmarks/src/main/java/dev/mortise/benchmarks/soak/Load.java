package dev.mortise.benchmarks.soak;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads that use locks in every way there is, on two nodes and now and then a third, and can be held up. */
final class Load implements AutoCloseable {

    private static final int THREADS = 8;
    private static final int HOT_NAMES = 4;
    private static final int LEFT_NAMES = 64;
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LEASE = Duration.ofMillis(50);

    private final String uri;
    private final int names;
    private final List<Mortise> nodes;
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantReadWriteLock pause = new ReentrantReadWriteLock(true);
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private volatile int offset;
    private volatile boolean ended;

    /**
     * @param names how many different ones are used, over and over
     */
    Load(String uri, int names) {
        this.uri = uri;
        this.names = names;
        this.nodes = List.of(Mortise.connect(uri), Mortise.connect(uri));
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> run(number), "soak-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** From now on other names. */
    void useNewNames() {
        offset = names;
    }

    /** Runs a task while nobody uses a lock. */
    void paused(Runnable task) {
        pause.writeLock().lock();
        try {
            task.run();
        } finally {
            pause.writeLock().unlock();
        }
    }

    /** A node forgets names that the collector took when it is next asked for a lock. */
    void touch() {
        nodes.forEach(node -> node.lock("soak:touch"));
    }

    long calls() {
        return calls.get();
    }

    /** Calls that had no answer in time. */
    long unanswered() {
        return unanswered.get();
    }

    Queue<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        nodes.forEach(Mortise::close);
    }

    private void run(int number) {
        Random random = new Random(number);
        Mortise mine = nodes.get(number % nodes.size());
        while (!ended && failures.isEmpty()) {
            pause.readLock().lock();
            try {
                use(mine, random, calls.incrementAndGet());
            } catch (HoldLostException told) {
                // of a lease that was left to end by itself
            } catch (StoreUnavailableException stalled) {
                unanswered.incrementAndGet(); // a busy machine; what it may leave behind is what this looks for
            } catch (Throwable e) {
                failures.add(e);
            } finally {
                pause.readLock().unlock();
            }
        }
    }

    private void use(Mortise mine, Random random, long call) {
        DistributedLock own = mine.lock("soak:" + (offset + call % names));
        DistributedLock hot = mine.lock("soak:hot:" + random.nextInt(HOT_NAMES));
        switch (random.nextInt(20)) {
            case 0, 1 -> own.run(hold -> own.run(again -> {}));
            case 2, 3 -> tryHot(hot);
            case 4 -> own.acquireAsync().thenCompose(OwnedHold::releaseAsync).join();
            case 5 -> cancelled(hot);
            case 6 -> mine.lock("soak:left:" + random.nextInt(LEFT_NAMES)).lock(LEASE);
            case 7 -> interrupted(hot);
            case 8 -> own.inspect();
            case 9 -> {
                if (call % 50 == 0) {
                    anotherNode(own.name());
                }
            }
            default -> own.run(hold -> {});
        }
    }

    private static void tryHot(DistributedLock hot) {
        try {
            hot.tryRun(SHORT, hold -> {});
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts", e);
        }
    }

    private static void cancelled(DistributedLock hot) {
        CompletableFuture<OwnedHold> later = hot.acquireAsync();
        if (!later.cancel(false)) {
            later.join().release();
        }
    }

    private static void interrupted(DistributedLock hot) {
        Thread me = Thread.currentThread();
        me.interrupt();
        try {
            hot.lockInterruptibly();
            hot.unlock();
        } catch (InterruptedException asWanted) {
            return;
        }
        throw new AssertionError("the interrupt was overlooked");
    }

    private void anotherNode(String name) {
        try (Mortise other = Mortise.connect(uri)) {
            other.lock(name).run(hold -> {});
        }
    }
}
