package dev.mortise.tck;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of one theme of the contract. Opens nodes and threads for them, ends both after each test, and then checks that
 * nothing stays behind: key, subscription, connection, thread.
 */
@Timeout(60)
public abstract class ContractGroup {

    /** Long enough to outlast a busy machine, for tests that are not about leases. */
    protected static final Duration LONG_LEASE = Duration.ofSeconds(5);

    /** A watchdog's lease of which a test sees several renewals, and that outlasts the stalls of a busy machine. */
    protected static final Duration KEPT_LEASE = Duration.ofMillis(900);

    /** A wait in vain. A busy machine has answered by then: a store that has not would be another story. */
    protected static final Duration IN_VAIN = Duration.ofMillis(500);

    /** What a wait may take beyond its time on a busy machine. */
    protected static final Duration SLACK = Duration.ofMillis(700);

    private static final AtomicLong NAMES = new AtomicLong();
    private static final Duration CLEAN_UP = Duration.ofSeconds(8);

    /** What earlier tests left behind: told once, by the test that did it. */
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    /** Whose the nodes of this JVM are, by what their threads' names have of their ids: tests may run side by side. */
    private static final Map<String, ContractGroup> NODES = new ConcurrentHashMap<>();

    private final StoreUnderTest store;
    private final List<Mortise> nodes = new CopyOnWriteArrayList<>();
    private final List<Actor> actors = new CopyOnWriteArrayList<>();
    private final String name = "tck:" + NAMES.incrementAndGet();

    protected ContractGroup(StoreUnderTest store) {
        this.store = store;
    }

    @AfterEach
    void nothingIsLeftBehind() {
        Thread.interrupted();
        nodes.forEach(Mortise::close);
        actors.forEach(Actor::close);
        boolean clean = Eventually.becomes(CLEAN_UP, () -> leftovers().isEmpty());
        List<String> left = clean ? List.of() : leftovers();
        TOLD.addAll(left);
        NODES.values().removeIf(owner -> owner == this);
        SafetyViolation.check(left.isEmpty(), "Left behind on " + store.name() + ": " + left);
        store.giveBack();
    }

    /** The store that is tested. */
    protected final StoreUnderTest underTest() {
        return store;
    }

    /** The name of the lock of this test. */
    protected final String name() {
        return name;
    }

    /** A new node, closed after the test. */
    protected final Mortise node() {
        return node(builder -> builder);
    }

    /** A new node with other settings, closed after the test. */
    protected final Mortise node(UnaryOperator<MortiseBuilder> settings) {
        MortiseBuilder builder = Mortise.builder()
                .store(store.newStore())
                .watchdogLease(LONG_LEASE)
                .closeGrace(Duration.ZERO);
        Mortise node = settings.apply(builder).build();
        nodes.add(node);
        NODES.put(threadsOf(node), this);
        return node;
    }

    /** A new node whose watchdog gives that lease. */
    protected final Mortise nodeWithLease(Duration lease) {
        return node(builder -> builder.watchdogLease(lease));
    }

    /** The lock of this test, seen from a new node. */
    protected final DistributedLock newLock() {
        return node().lock(name);
    }

    /** A new thread, ended after the test. */
    protected final Actor actor() {
        Actor actor = new Actor();
        actors.add(actor);
        return actor;
    }

    /** Waits until so many nodes stand in the lock's queue. */
    protected static void awaitWaiters(DistributedLock lock, int count) {
        Eventually.eventually(
                count + " in the queue", () -> lock.inspect().waiters().size() == count);
    }

    /** Fails when the lock is held or waited for by anybody. */
    protected static void assertFree(DistributedLock lock) {
        Eventually.eventually("lock '" + lock.name() + "' is free and nobody waits", () -> {
            var view = lock.inspect();
            return view.holder() == null && view.waiters().isEmpty();
        });
    }

    /** Locks with an explicit lease; the hold is there even if the machine stalls and it is over by then. */
    protected static Hold lockedFor(Duration lease, DistributedLock lock) {
        return lock.lockAsync(lease).join();
    }

    /** How long an act takes. */
    protected static Duration timed(Actor.Act act) throws Exception {
        long start = System.nanoTime();
        act.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** The time since a reading of {@link System#nanoTime()}. */
    protected static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    private List<String> leftovers() {
        List<String> left = new ArrayList<>();
        store.keysLeft().forEach(key -> left.add("key " + key));
        threads().map(thread -> "thread " + thread.getName()).forEach(left::add);
        if (store.subscriptionsLeft() > 0) {
            left.add(store.subscriptionsLeft() + " subscriptions");
        }
        if (store.connectionsLeft() > 0) {
            left.add(store.connectionsLeft() + " connections");
        }
        left.removeAll(TOLD);
        return left;
    }

    /** All but those of the nodes of other tests. */
    private Stream<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mortise-"))
                .filter(thread -> !thread.getName().startsWith("mortise-fault-proxy"))
                .filter(thread -> NODES.entrySet().stream()
                        .noneMatch(node ->
                                node.getValue() != this && thread.getName().contains(node.getKey())));
    }

    /** The threads of a node now. */
    protected static long countThreads(Mortise node) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mortise-"))
                .filter(thread -> thread.getName().contains(threadsOf(node)))
                .count();
    }

    /** What the names of a node's threads have in common. */
    private static String threadsOf(Mortise node) {
        return "-" + node.nodeId().substring(0, 6);
    }
}
