package dev.mortise.tck.topology;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.Mortise;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Threads that lock and unlock, again and again, one of some locks after the other. A hold that was lost, or a release that
 * could not be told, is what a failover may do and what the owner is told; anything else is a failure.
 */
final class Load implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong times = new AtomicLong();
    private final AtomicLong told = new AtomicLong();
    private final TokenBook tokens;
    private final Map<String, Hold> inside = new ConcurrentHashMap<>();
    private final BiFunction<Mortise, String, DistributedLock> kind;
    private final boolean excludes;
    private volatile long lastNanos = System.nanoTime();
    private volatile boolean over;

    /** Where a failover may lose grants, so that two holds of one lock may be valid at a time. */
    Load(TokenBook tokens) {
        this(tokens, Mortise::lock, false);
    }

    private Load(TokenBook tokens, BiFunction<Mortise, String, DistributedLock> kind, boolean excludes) {
        this.tokens = tokens;
        this.kind = kind;
        this.excludes = excludes;
    }

    /** Where nothing is lost, so that no two holds of one lock may be valid at a time. */
    static Load excluding(TokenBook tokens, BiFunction<Mortise, String, DistributedLock> kind) {
        return new Load(tokens, kind, true);
    }

    /** So many threads more, of that node, over these locks. */
    void begin(Mortise node, int count, List<String> names) {
        for (int i = 0; i < count; i++) {
            int first = i * names.size() / count;
            Thread thread =
                    new Thread(() -> work(node, names, first), node.hashCode() % 97 + "-load-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void work(Mortise node, List<String> names, int first) {
        try {
            for (int i = first; !over; i++) {
                String name = names.get(i % names.size());
                once(kind.apply(node, name), name);
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private void once(DistributedLock lock, String name) {
        long before = tokens.highest(name);
        try {
            lock.lock();
            try {
                Hold hold = lock.hold().orElseThrow();
                tokens.add(name, before, hold.token());
                if (excludes) {
                    isAlone(name, hold);
                }
                times.incrementAndGet();
                lastNanos = System.nanoTime();
                inside.remove(name, hold);
            } finally {
                lock.unlock();
            }
        } catch (HoldLostException | StoreUnavailableException e) {
            told.incrementAndGet();
        }
    }

    private void isAlone(String name, Hold hold) {
        Hold other = inside.put(name, hold);
        SafetyViolation.check(
                other == null || !other.isValid(), "Two valid holds of '" + name + "': " + other + " and " + hold);
    }

    /** How often a lock was obtained. */
    long times() {
        return times.get();
    }

    /** How often an owner was told that its hold was lost, or its release unknown. */
    long told() {
        return told.get();
    }

    /** When a lock was obtained last. */
    long lastNanos() {
        return lastNanos;
    }

    /** Waits until locks were obtained so many times more. If none is obtained for long, the threads are stuck. */
    void awaitTimes(int more) {
        long goal = times() + more;
        for (long now = times(); now < goal && failures.isEmpty(); now = times()) {
            long before = now;
            SafetyViolation.checked(() ->
                    Eventually.within(PATIENCE, "a lock is obtained", () -> times() > before || !failures.isEmpty()));
        }
        check();
    }

    /** Lets every thread end what it does; fails if one is stuck, or was thrown at. */
    void finish() {
        over = true;
        SafetyViolation.checked(() -> Eventually.within(
                PATIENCE,
                "no thread is stuck",
                () -> threads.stream().noneMatch(Thread::isAlive) || !failures.isEmpty()));
        check();
    }

    private void check() {
        Throwable failure = failures.peek();
        if (failure != null) {
            throw new AssertionError("a thread was thrown at", failure);
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
