package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.spi.Store;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.FaultProxy;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of one kind of fault, with what holds under all of them:
 *
 * <ul>
 *   <li>nothing hangs: each test is ended after a limit, also out of calls that cannot be interrupted
 *   <li>nothing is counted twice, no two owners act at once, tokens only grow: {@link Tally}, {@link #assertHeldOnce}
 *   <li>no key outlives its lease: looked at after each test, and at the end nothing is left
 *   <li>nobody sleeps past the bound of a waiter: {@link #SLOW_POLL}
 *   <li>every lost hold is told, to listeners and at unlock: {@link #assertToldLost}
 *   <li>what was not obtained is not kept: {@link #assertNothingKept}
 * </ul>
 *
 * <p>Nodes of {@link #node()} reach the server through the proxy, those of {@link #elsewhere()} past it.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class FaultGroup extends ContractGroup {

    /** The latest that a waiter may look when it was told nothing: the slow poll. */
    protected static final Duration SLOW_POLL = Duration.ofSeconds(3);

    /** A watchdog's lease that a fault is to end: a machine that stalls ends it no sooner than the fault does. */
    protected static final Duration LOST_LEASE = Duration.ofMillis(900);

    private final FaultBench bench;

    protected FaultGroup(FaultBench bench) {
        super(bench.behindProxy());
        this.bench = bench;
    }

    @AfterEach
    void keysEndWithTheirLease() {
        bench.proxy().heal();
        try {
            bench.server().resume();
        } catch (IllegalStateException killed) {
            bench.server().restart();
        }
        for (String key : hasFailed() ? List.<String>of() : bench.server().keys()) {
            if (key.startsWith("mortise:{") && key.endsWith("}")) {
                long ttl = ttl(key);
                SafetyViolation.check(
                        ttl != -1 && ttl <= LONG_LEASE.toMillis(),
                        "Key " + key + " outlives its lease: TTL " + ttl + " ms");
            }
        }
    }

    /** The limit of an application, so that a fault is noticed as soon as there. */
    @Override
    protected Duration requestLimit() {
        return Duration.ofSeconds(2);
    }

    protected final RedisServer server() {
        return bench.server();
    }

    protected final FaultProxy proxy() {
        return bench.proxy();
    }

    /** A store of the driver at another server or proxy. */
    protected final Store storeAt(String uri) {
        return bench.storeAt(uri);
    }

    /** A node that reaches the server past the proxy, closed after the test. */
    protected final Mortise nodeElsewhere(UnaryOperator<MortiseBuilder> settings) {
        return node(
                builder -> settings.apply(builder.store(storeAt(server().uri())).label("elsewhere")));
    }

    /** The lock of this test from a new node that reaches the server past the proxy. */
    protected final DistributedLock elsewhere() {
        return nodeElsewhere(builder -> builder).lock(name());
    }

    /** The lock's key. */
    protected final String key() {
        return keyOf(name());
    }

    /** The key of the lock of that name, which has nothing in it that is encoded. */
    protected static String keyOf(String lock) {
        return "mortise:{" + lock + "}";
    }

    /** The TTL of the lock's key in ms, as {@code PTTL} has it: -2 when there is none. */
    protected final long ttl() {
        return ttl(key());
    }

    /** The TTL of a key in ms, as {@code PTTL} has it. */
    protected final long ttl(String key) {
        return (Long) Objects.requireNonNull(server().command("PTTL", key));
    }

    /** Waits until so many nodes listen for messages. */
    protected final void awaitListening(int nodes) {
        Eventually.eventually(
                nodes + " nodes listen",
                () -> ((List<?>) Objects.requireNonNull(server().command("PUBSUB", "CHANNELS"))).size() == nodes);
    }

    /** Fails unless this thread has that lock, once, here and at the server, and nobody else gets it. */
    protected static void assertHeldOnce(DistributedLock mine, DistributedLock elsewhere) {
        assertThat(mine.isHeldByCurrentThread()).isTrue();
        assertThat(mine.getHoldCount()).isEqualTo(1);
        SafetyViolation.checked(() -> {
            var holder = Objects.requireNonNull(elsewhere.inspect().holder());
            assertThat(holder.count()).as("count at the server").isEqualTo(1);
            assertThat(holder.token()).isEqualTo(mine.hold().orElseThrow().token());
            assertThat(elsewhere.tryLock()).as("a second owner").isFalse();
        });
    }

    /** Fails unless the later of two holds of a lock has the higher token. */
    protected static void assertTokenGrows(Hold earlier, Hold later) {
        SafetyViolation.check(
                later.token() > earlier.token(),
                "The token " + later.token() + " was given after " + earlier.token() + ".");
    }

    /** Fails if a call that waits has the lock although this hold is valid. */
    protected static void assertWaits(Pending<Hold> next, Hold hold) throws Exception {
        if (next.isDone()) {
            String both = hold + " and " + next.join();
            SafetyViolation.check(!hold.isValid(), "Two owners at once: " + both + ".");
            fail("The first hold ended early: %s.", both);
        }
    }

    /** Fails unless a call that did not obtain the lock has taken back what it asked for, long before a lease ends. */
    protected static void assertNothingKept(DistributedLock elsewhere) throws InterruptedException {
        SafetyViolation.check(
                elsewhere.tryLock(LONG_WAIT),
                "Nobody holds '" + elsewhere.name() + "', but another did not get it: " + elsewhere.inspect());
        elsewhere.unlock();
        SafetyViolation.checked(() -> Eventually.eventually(
                "nobody waits", () -> elsewhere.inspect().waiters().isEmpty()));
    }

    /** Fails unless the owner, who calls this, is told of the loss by every way there is. */
    protected static void assertToldLost(DistributedLock lock, Hold hold, Recorder events) {
        SafetyViolation.checked(() -> lossIsReported(lock, hold, events));
    }

    private static void lossIsReported(DistributedLock lock, Hold hold, Recorder events) {
        assertThat(hold.isValid()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(events.of(LockEvent.Lost.class))
                .filteredOn(lost -> lost.token() == hold.token())
                .hasSize(1);
        boolean[] late = new boolean[1];
        hold.onLost(lost -> late[0] = true);
        Eventually.eventually("a late listener is notified, too", () -> late[0]);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }
}
