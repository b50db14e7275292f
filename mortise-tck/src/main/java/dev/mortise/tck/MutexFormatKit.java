package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.ForeignKeyException;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.MutexOptions;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The mutex in Redis as other programs see it: one string with a TTL, which they and we take with {@code SET NX PX} and
 * release by comparing and deleting. Run it with the least permissions, which must allow the keys {@code tck:*} as well.
 */
@SuppressWarnings("this-escape") // name() only reads
@Tag("servers")
public abstract class MutexFormatKit extends ContractGroup {

    private static final MutexOptions BARE = MutexOptions.defaults().bareName();
    /** Within this time a waiter looks that cannot expect a message. One that expects a message looks after three seconds. */
    private static final Duration LOOKS_AFTER = Duration.ofMillis(1_500);

    private final RedisServer server;
    private final Stranger stranger;

    protected MutexFormatKit(StoreUnderTest store, RedisServer server) {
        super(store);
        this.server = server;
        this.stranger = new Stranger(server, name(), "9n+Qq/4mT0yX3w==");
    }

    @Test
    void itIsOneStringWithATtl() {
        Mortise node = node();
        assertFormat("mortise:mutex:{" + name() + "}", node, node.mutex(name()));
        assertFormat(name(), node, node.mutex(name(), BARE));
        assertFormat("mortise:mutex:{a%7B%25%7D}", node, node.mutex("a{%}"));
    }

    private void assertFormat(String key, Mortise node, Mutex mutex) {
        try (MutexHold hold = mutex.acquire(LONG_LEASE)) {
            assertThat(hold.isValid()).isTrue();
            assertThat(server.keys())
                    .filteredOn(each -> !each.startsWith("mortise:node:"))
                    .containsExactly(key);
            assertThat(server.command("TYPE", key)).isEqualTo("string");
            assertThat((String) server.command("GET", key)).matches(node.nodeId() + "/\\d+");
            assertThat((Long) server.command("PTTL", key)).isBetween(1L, LONG_LEASE.toMillis());
        }
        SafetyViolation.checked(() -> assertThat(server.keys()).allMatch(each -> each.startsWith("mortise:node:")));
    }

    @Test
    void whatAnotherProgramHoldsIsBusyAndItsReleaseIsSeen() throws Exception {
        time();
        Mutex mutex = bare();
        assertThat(stranger.acquire(LONG_LEASE)).isTrue();
        assertThat(mutex.tryAcquire(LONG_LEASE)).isEmpty();
        assertThat(mutex.isLocked()).isTrue();
        LockView.Holder holder = Objects.requireNonNull(mutex.inspect().holder());
        assertThat(holder.nodeLabel()).isEqualTo("another program");
        assertThat(holder.owner()).contains("9n+Qq/4mT0yX3w==");
        Pending<MutexHold> waits = actor().begin(() -> mutex.acquire(LONG_LEASE));
        Eventually.eventually("it waits", () -> mutex.inspect().waiters().size() == 1);
        stopTime();
        assertThat(stranger.release()).isTrue();
        skip(LOOKS_AFTER);
        MutexHold hold = waits.join();
        runTime();
        assertThat(hold.release()).isTrue();
    }

    @Test
    void aCrashedProgramsLockExpires() throws Exception {
        Mutex mutex = bare();
        Duration lease = SHORT_LEASE;
        long taken = System.nanoTime();
        assertThat(stranger.acquireByScript(lease)).isTrue();
        MutexHold hold = mutex.tryAcquire(LONG_WAIT, LONG_LEASE).orElseThrow();
        assertThat(since(taken)).isGreaterThan(lease.minusMillis(5));
        assertThat(stranger.release()).as("too late").isFalse();
        assertThat(hold.release()).isTrue();
    }

    @Test
    void whatWeHoldIsBusyForOthers() {
        MutexHold hold = bare().tryAcquire(LONG_LEASE).orElseThrow();
        assertExcluded(hold, stranger.acquire(LONG_LEASE));
        assertExcluded(hold, stranger.acquireForEver());
        assertExcluded(hold, stranger.acquireByScript(LONG_LEASE));
        assertThat(stranger.release()).isFalse();
        assertThat(hold.release()).isTrue();
        assertThat(stranger.acquireByScript(LONG_LEASE)).isTrue();
        assertThat(stranger.release()).isTrue();
    }

    @Test
    void ourLateReleaseDoesNotDeleteTheirs() {
        MutexHold hold = bare().tryAcquire(LONG_LEASE).orElseThrow();
        server.command("DEL", name());
        assertThat(stranger.acquireForEver()).isTrue();
        assertThat(hold.release()).isFalse();
        SafetyViolation.check(stranger.holds(), "A late release has ended the hold of another program.");
        assertThat(stranger.release()).isTrue();
    }

    @Test
    void aLockWithoutATtlIsBusyToo() throws Exception {
        time();
        Mutex mutex = bare();
        assertThat(stranger.acquireForEver()).isTrue();
        SafetyViolation.check(mutex.tryAcquire(LONG_LEASE).isEmpty(), "Two owners at once.");
        SafetyViolation.check(
                inVain(mutex, () -> mutex.tryAcquire(IN_VAIN, LONG_LEASE)).isEmpty(), "Two owners at once.");
        assertThat(mutex.inspect().toString()).contains("another program").contains("without TTL");
        assertThat(mutex.forceUnlock()).isTrue();
        assertThat(mutex.tryAcquire(LONG_LEASE).orElseThrow().release()).isTrue();
    }

    @Test
    void ourOwnKeyWithoutATtlIsTold() {
        Mutex mutex = bare();
        MutexHold hold = mutex.tryAcquire(LONG_LEASE).orElseThrow();
        server.command("PERSIST", name());
        Mutex other = bare();
        assertThatThrownBy(() -> other.tryAcquire(LONG_LEASE))
                .isInstanceOf(ForeignKeyException.class)
                .hasMessageContaining("TTL");
        assertThat(hold.release()).isTrue();
    }

    @Test
    void aKeyOfAnotherTypeIsTold() {
        Mutex mutex = bare();
        server.command("HSET", name(), "field", "value");
        assertThatThrownBy(() -> mutex.tryAcquire(LONG_LEASE))
                .isInstanceOf(ForeignKeyException.class)
                .hasMessageContaining("forceUnlock");
        assertThat(mutex.forceUnlock()).isTrue();
        assertThat(mutex.tryAcquire(LONG_LEASE).orElseThrow().release()).isTrue();
    }

    @Test
    void waitersAreWokenUnderAnyName() throws Exception {
        time();
        Mortise one = node();
        Mortise two = node();
        Actor actor = actor();
        for (String odd : List.of("", "{b}c", "}", "%7D", ":queue", "mutex:queue:{y}", "a b\r\nc", "é 错")) {
            for (MutexOptions options : List.of(MutexOptions.defaults(), BARE)) {
                String name = name() + odd;
                MutexHold hold = one.mutex(name, options).acquire(LONG_LEASE);
                Mutex awaited = two.mutex(name, options);
                Pending<MutexHold> waits = actor.begin(() -> awaited.acquire(LONG_LEASE));
                Eventually.eventually(
                        "it waits", () -> awaited.inspect().waiters().size() == 1);
                stopTime();
                assertThat(hold.release()).as(name).isTrue();
                MutexHold next = waits.join();
                runTime();
                assertThat(one.mutex(name, options).forceUnlock()).isTrue();
                Eventually.eventually("the loss is told", () -> !next.isValid());
            }
        }
    }

    @Test
    void aBareNameBelowOurPrefixIsRefused() {
        Mortise node = node();
        assertThatThrownBy(() -> node.mutex("mortise:mutex:{a}", BARE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mortise:");
        assertThat(node.mutex("mortise:mutex:{a}").isLocked()).isFalse();
    }

    private Mutex bare() {
        return node().mutex(name(), BARE);
    }
}
