package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.Mutex;
import dev.mortise.OwnedHold;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests of one theme of the contract. Opens nodes and threads for them, ends both after each test, and then checks that
 * nothing stays behind: key, subscription, connection, thread.
 */
@Timeout(120)
public abstract class ContractGroup {

    /** Longer than any test takes on a busy machine, so that no hold is lost and none ends by itself. */
    protected static final Duration LONG_LEASE = Duration.ofSeconds(30);

    /** After this part of a lease the watchdog renews it. */
    protected static final Duration THIRD = LONG_LEASE.dividedBy(3);

    /** A lease that is there to end. */
    protected static final Duration SHORT_LEASE = Duration.ofMillis(150);

    /** A wait that is not in vain: it ends as soon as what is awaited comes, however busy the machine is. */
    protected static final Duration LONG_WAIT = Duration.ofSeconds(20);

    /** A wait in vain, of which {@link #skip} leaves nothing: a busy server has answered long before. */
    protected static final Duration IN_VAIN = Duration.ofSeconds(8);

    /** What takes this much longer than its limit is stuck. */
    private static final Duration STUCK = Duration.ofSeconds(10);

    /** A release that was sent has arrived by then, and a lease of {@link #LONG_LEASE} that was left behind has not yet ended. */
    private static final Duration GIVEN_BACK = Duration.ofSeconds(25);

    private static final AtomicLong NAMES = new AtomicLong();
    private static final Duration CLEAN_UP = Duration.ofSeconds(20);
    private static final Duration VOTES_END = LONG_LEASE.plus(CLEAN_UP);

    /** What earlier tests left behind: reported once, by the test that did it. */
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    /** Whose the nodes of this JVM are, by what their threads' names have of their ids: tests may run side by side. */
    private static final Map<String, ContractGroup> NODES = new ConcurrentHashMap<>();

    /** Begins with the first store that shares the time of its nodes, and ends with the JVM. */
    private static final class Steady {
        static final Time TIME = new SteadyTime(new SystemTime("tck-steady-timer"));
    }

    private final StoreUnderTest store;
    private final List<Mortise> nodes = new CopyOnWriteArrayList<>();
    private final List<Actor> actors = new CopyOnWriteArrayList<>();
    private final String name = "tck:" + NAMES.incrementAndGet();
    private @Nullable TestTime time;
    private boolean failed;

    /** Notes a failure before the test is cleaned up. */
    @RegisterExtension
    @SuppressWarnings("UnusedVariable") // JUnit uses it
    final AfterTestExecutionCallback outcome =
            context -> failed = context.getExecutionException().isPresent();

    protected ContractGroup(StoreUnderTest store) {
        this.store = store;
        this.time = store.sharesTime() ? new TestTime(Steady.TIME) : null;
    }

    @AfterEach
    void nothingIsLeftBehind() {
        Thread.interrupted();
        if (time != null) {
            time.run();
        }
        nodes.forEach(Mortise::close);
        actors.forEach(Actor::close);
        Duration patience = hasFailed() ? Duration.ZERO : store.leavesVotes() ? VOTES_END : CLEAN_UP;
        boolean clean = Eventually.becomes(patience, () -> leftovers().isEmpty());
        List<String> left = clean ? List.of() : leftovers();
        // After a failure the nodes may still be closing. Their number would hide what a later test leaves behind.
        REPORTED.addAll(hasFailed() ? named() : left);
        NODES.values().removeIf(owner -> owner == this);
        if (!hasFailed()) {
            SafetyViolation.check(left.isEmpty(), "Left behind on " + store.name() + ": " + left);
            store.giveBack();
        }
    }

    /** Whether the test has failed. A test that has not come to its end may leave locks that are held. */
    protected final boolean hasFailed() {
        return failed;
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
                .requestLimit(requestLimit())
                .closeGrace(Duration.ZERO);
        if (time != null) {
            builder.time(time);
        }
        Mortise node = settings.apply(builder).build();
        nodes.add(node);
        NODES.put(threadsOf(node), this);
        return node;
    }

    /** How long a request of the nodes may stay unanswered: as long as a busy machine may need, unless a test waits for that. */
    protected Duration requestLimit() {
        return LONG_WAIT;
    }

    /** A new node whose watchdog gives that lease. */
    protected final Mortise nodeWithLease(Duration lease) {
        return node(builder -> builder.watchdogLease(lease));
    }

    /** The lock of this test, seen from a new node. */
    protected final DistributedLock newLock() {
        return node().lock(name);
    }

    /**
     * The clock of all nodes that are opened after the first call of this. Nodes that were opened before have the system's clock, unless
     * the store shares the time of its nodes.
     */
    protected final TestTime time() {
        TestTime ours = time;
        if (ours == null) {
            ours = new TestTime();
            time = ours;
        }
        return ours;
    }

    /** The time by the clock of the nodes: a lease in a store that shares it ends by this clock only. */
    protected final long nanos() {
        return time == null ? System.nanoTime() : time.nanos();
    }

    /** Skips that much time on the clock of the nodes. */
    protected final void skip(Duration length) {
        Objects.requireNonNull(time, "time() must be called before the nodes are opened")
                .skip(length);
    }

    /**
     * Stops the clock of the nodes until {@link #runTime} or the end of the test. Until then waiters are woken by messages and
     * replies alone, and none looks by itself. The clock of a store that pushes no grants runs on: it may need timers to settle one.
     */
    protected final void stopTime() {
        if (nodes.get(0).store().traits().pushesGrants()) {
            time().stop();
        }
    }

    /** Lets the clock of the nodes run again. */
    protected final void runTime() {
        time().run();
    }

    /** Skips a third of {@link #LONG_LEASE}, so often that a hold outlives the lease that it began with, and is renewed each time. */
    protected final void skipBeyondTheLease(Hold hold) {
        Duration renewed = LONG_LEASE.minus(THIRD.dividedBy(2));
        for (int third = 1; third <= 4; third++) {
            skip(THIRD);
            Eventually.eventually("renewed", () -> hold.remaining().compareTo(renewed) > 0);
        }
    }

    /** Skips a third of {@link #LONG_LEASE}, and waits until that many holds have been renewed. */
    protected final void skipToRenewal(Recorder events, int holds) {
        int before = events.of(LockEvent.Renewed.class).size();
        skip(THIRD);
        Eventually.eventually(
                holds + " renewed", () -> events.of(LockEvent.Renewed.class).size() >= before + holds);
    }

    /**
     * Skips two thirds of {@link #LONG_LEASE} in four steps. In each of them the watchdog of the node renews another lock, and what
     * else is due. Listeners have been notified of all other renewals when this returns, but perhaps not of the last.
     */
    protected final void letTheWatchdogPass(Mortise node, Recorder events) {
        LockOptions options = LockOptions.defaults().watchdogLease(LONG_LEASE.dividedBy(2));
        DistributedLock marker = node.lock(name + ":marker", options);
        marker.lock();
        for (int i = 1; i <= 4; i++) {
            int times = i;
            skip(THIRD.dividedBy(2));
            Eventually.eventually(
                    "the watchdog has passed",
                    () -> events.of(LockEvent.Renewed.class).stream()
                                    .filter(event -> event.lockName().equals(marker.name()))
                                    .count()
                            >= times);
        }
        marker.unlock();
    }

    /**
     * Lets a wait of {@link #IN_VAIN} end in vain: skips its time as soon as it stands in the queue. It must not end before that,
     * unless it obtains the lock: {@link #assertExcluded} finds that in the result.
     * The waiter may not have seen yet that it was refused, and then it reports no {@code Waiting}; see the form with events.
     *
     * @param lock as the waiter has it
     */
    protected final <T extends @Nullable Object> T inVain(DistributedLock lock, Callable<T> call) throws Exception {
        return inVain(call, () -> lock.inspect().waiters().size() == 1);
    }

    /** The same for a mutex. */
    protected final <T extends @Nullable Object> T inVain(Mutex mutex, Callable<T> call) throws Exception {
        return inVain(call, () -> mutex.inspect().waiters().size() == 1);
    }

    /**
     * The same for a wait that stands in no queue, or whose events matter: skips its time as soon as it has begun to wait.
     *
     * @param events of its node
     */
    protected final <T extends @Nullable Object> T inVain(Recorder events, Callable<T> call) throws Exception {
        int before = events.of(LockEvent.Waiting.class).size();
        return inVain(call, () -> events.of(LockEvent.Waiting.class).size() > before);
    }

    private <T extends @Nullable Object> T inVain(Callable<T> call, BooleanSupplier waits) throws Exception {
        long began = time().nanos();
        Pending<T> wait = actor().begin(call);
        Eventually.eventually("it waits, or has ended", () -> wait.isDone() || waits.getAsBoolean());
        long waited = time().nanos() - began;
        if (wait.isDone() && waited < IN_VAIN.toNanos()) {
            T result = wait.join();
            assertThat(isObtained(result)).as("it ended after %s ns", waited).isTrue();
            return result; // The caller judges whether it excludes the lock's owner.
        }
        skip(IN_VAIN);
        return wait.join();
    }

    private static boolean isObtained(@Nullable Object result) {
        return result instanceof Optional<?> hold ? hold.isPresent() : Boolean.TRUE.equals(result);
    }

    /** A new thread, ended after the test. */
    protected final Actor actor() {
        Actor actor = new Actor();
        actors.add(actor);
        return actor;
    }

    /** The result of a future, awaited as that of a call. Throws what the future ended with. */
    protected static <T extends @Nullable Object> T join(CompletableFuture<T> future) throws Exception {
        return new Pending<>(future).join();
    }

    /** Waits until every node hears messages: before that a loss is found by the next renewal only. */
    protected final void awaitMessages() {
        Eventually.eventually(
                "every node hears messages",
                () -> nodes.stream().allMatch(node -> node.store().listening()));
    }

    /** Waits until so many nodes stand in the lock's queue. If the last of them has to leave it, use {@link #assertNoWaiters}. */
    protected static void awaitWaiters(DistributedLock lock, int count) {
        Eventually.eventually(
                count + " in the queue", () -> lock.inspect().waiters().size() == count);
    }

    /** Fails if a call that has ended left its place in the lock's queue behind. */
    protected static void assertNoWaiters(DistributedLock lock) {
        assertGivenBack(
                "the queue of '" + lock.name() + "' is empty",
                () -> lock.inspect().waiters().isEmpty());
    }

    /** The same for a mutex. */
    protected static void assertNoWaiters(Mutex mutex) {
        assertGivenBack(
                "the queue of '" + mutex.name() + "' is empty",
                () -> mutex.inspect().waiters().isEmpty());
    }

    /** Fails if calls that have ended left the lock or a place in its queue behind. */
    protected static void assertFree(DistributedLock lock) {
        assertGivenBack("lock '" + lock.name() + "' is free, and its queue is empty", () -> {
            var view = lock.inspect();
            return view.holder() == null && view.waiters().isEmpty();
        });
    }

    /** Locks; the hold is there even if the machine stalls and the watchdog's lease is over by then. */
    protected static Hold locked(DistributedLock lock) {
        return lock.lockAsync().join();
    }

    /** Fails unless a lock that nobody holds is given back, long before its lease would end it. */
    protected static void assertGivenBack(DistributedLock lock) {
        assertGivenBack("'" + lock.name() + "' is given back", () -> !lock.isLocked());
    }

    private static void assertGivenBack(String what, BooleanSupplier condition) {
        SafetyViolation.checked(() -> Eventually.within(GIVEN_BACK, what, condition));
    }

    /** Fails if another call obtained the lock while this hold was valid. A hold that a stall of the machine has ended proves nothing. */
    protected static void assertExcluded(Hold hold, boolean obtained) {
        SafetyViolation.check(!obtained || !hold.isValid(), "Lock '" + hold.lockName() + "' has two owners at once.");
        assertThat(obtained).as("obtained while '%s' was held", hold.lockName()).isFalse();
    }

    /**
     * Fails if the store no longer has the lock of a valid hold, because the release of another ended it. A hold that a stall of the
     * machine has ended proves nothing.
     *
     * @param locked what the store says of the lock
     */
    protected static void assertKept(Hold hold, boolean locked) {
        SafetyViolation.check(
                locked || !hold.isValid(), "Lock '" + hold.lockName() + "' was released although it has a valid hold.");
        assertThat(hold.isValid())
                .as("the hold of '%s' is valid", hold.lockName())
                .isTrue();
    }

    /** Fails if a lock is left behind whose release has returned. */
    protected static void assertUnlocked(DistributedLock lock) {
        SafetyViolation.check(!lock.isLocked(), "Lock '" + lock.name() + "' was released, and is still held.");
    }

    /** The same for a mutex. */
    protected static void assertUnlocked(Mutex mutex) {
        SafetyViolation.check(!mutex.isLocked(), "Mutex '" + mutex.name() + "' was released, and is still held.");
    }

    /** Fails unless a call that needs its hold reports that the hold is lost. A call that reports nothing is a violation. */
    protected static AbstractThrowableAssert<?, ? extends Throwable> assertLost(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        SafetyViolation.check(thrown != null, "A call on a lost hold has ended as if the hold were there.");
        return assertThat(thrown).isInstanceOf(HoldLostException.class);
    }

    /** Fails unless a token is greater than one that was given before it. */
    protected static void assertGrown(long before, long token) {
        SafetyViolation.check(token > before, "The token " + token + " was given after " + before + ".");
    }

    /** Locks with an explicit lease; the hold is there even if the machine stalls and it is over by then. */
    protected static Hold lockedFor(Duration lease, DistributedLock lock) {
        return lock.lockAsync(lease).join();
    }

    /** Fails if an act returns before its time; one that returns much later is stuck. */
    protected static void assertTakes(Duration time, Actor.Act act) throws Exception {
        long start = System.nanoTime();
        act.run();
        assertThat(since(start)).isGreaterThanOrEqualTo(time);
        assertNotStuck(time, start);
    }

    /** Fails if what began then, by {@link System#nanoTime()}, has taken much longer than its limit. */
    protected static void assertNotStuck(Duration limit, long begun) {
        Duration taken = since(begun);
        SafetyViolation.check(
                taken.compareTo(limit.plus(STUCK)) < 0, "Stuck: what may take " + limit + " took " + taken + ".");
    }

    /** Unlocks what may have ended meanwhile: a short lease on a busy machine, or one that ran on while the clock was stopped. */
    protected static void unlockIfHeld(DistributedLock lock) {
        try {
            lock.unlock();
        } catch (HoldLostException over) {
            // as good as released
        }
    }

    /** The same for the hold of an object. */
    protected static void releaseIfHeld(OwnedHold hold) {
        try {
            hold.release();
        } catch (HoldLostException over) {
            // as good as released
        }
    }

    /** The time since a reading of {@link System#nanoTime()}. */
    protected static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    private List<String> leftovers() {
        List<String> left = named();
        count(store.subscriptionsLeft(), "subscriptions", left);
        count(store.connectionsLeft(), "connections", left);
        left.removeAll(REPORTED);
        return left;
    }

    /** Keys and threads: no other test leaves the same behind. */
    private List<String> named() {
        List<String> left = new ArrayList<>();
        store.keysLeft().forEach(key -> left.add("key " + key + ofStore()));
        threads().map(thread -> "thread " + thread.getName()).forEach(left::add);
        return left;
    }

    private void count(int number, String what, List<String> left) {
        if (number > 0) {
            left.add(number + " " + what + ofStore());
        }
    }

    /** What one store has reported hides nothing of another. */
    private String ofStore() {
        return " of store " + System.identityHashCode(store);
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
