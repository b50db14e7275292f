package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.FaultProxy.Traffic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** A connection swallows what both sides send, and neither is told, as after a firewall forgot it. */
@SuppressWarnings("this-escape") // node() only notes it
@Tag("timing")
public abstract class HalfOpenFaults extends FaultGroup {

    private static final Duration PATIENCE = Duration.ofMillis(1_200);

    /** A call finds its connection dead once, and perhaps a second one behind it. */
    private static final Duration FOUND_OUT = PATIENCE.multipliedBy(2);

    private final TestTime time = time();
    private final Recorder events = new Recorder();
    private final Mortise impatient =
            node(builder -> builder.requestLimit(PATIENCE).listener(events));

    protected HalfOpenFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void commandsOfAnAcquire() throws Exception {
        DistributedLock lock = impatient();
        DistributedLock elsewhere = elsewhere();
        warm(lock);
        assertThat(proxy().halfOpen(Traffic.COMMANDS)).isPositive();
        long start = System.nanoTime();
        lock.lock();
        assertNotStuck(FOUND_OUT, start);
        assertHeldOnce(lock, elsewhere);
        lock.unlock();
        assertNothingKept(elsewhere);
        findOut();
    }

    @FaultTest
    void commandsOfARelease() throws Exception {
        DistributedLock lock = impatient();
        DistributedLock elsewhere = elsewhere();
        lock.lock();
        assertThat(proxy().halfOpen(Traffic.COMMANDS)).isPositive();
        long start = System.nanoTime();
        lock.unlock();
        assertNotStuck(FOUND_OUT, start);
        assertNothingKept(elsewhere);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        findOut();
    }

    @FaultTest
    void commandsOfARenewal() {
        DistributedLock lock = impatient();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        assertThat(proxy().halfOpen(Traffic.COMMANDS)).isPositive();
        time.skip(THIRD);
        events.await(LockEvent.RenewalFailed.class);
        events.await(LockEvent.Renewed.class);
        assertThat(hold.isValid()).isTrue();
        lock.unlock();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        findOut();
    }

    /** The server believes that the waiter was told; the waiter finds out by itself, and so does the one behind it. */
    @FaultTest
    void messagesOfWaiters() throws Exception {
        // its end must not be what the deaf one looks at
        DistributedLock holder = elsewhere();
        DistributedLock deaf = impatient();
        DistributedLock behind = elsewhere();
        holder.lock();
        Pending<@Nullable Void> first = passing(actor(), deaf);
        awaitWaiters(holder, 1);
        Pending<@Nullable Void> second = passing(actor(), behind);
        awaitWaiters(holder, 2);
        assertThat(proxy().halfOpen(Traffic.MESSAGES)).isEqualTo(1);
        holder.unlock();
        long released = System.nanoTime();
        first.join();
        second.join();
        // the deaf one may look just while the other has it, and is not told of that release either
        assertNotStuck(SLOW_POLL.multipliedBy(2), released);
        SafetyViolation.checked(() -> awaitWaiters(holder, 0));
    }

    @FaultTest
    void messagesOfAHolderThatLosesItsLock() {
        DistributedLock lock = impatient();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        awaitListening(1);
        assertThat(proxy().halfOpen(Traffic.MESSAGES)).isEqualTo(1);
        elsewhere().forceUnlock();
        time.skip(THIRD);
        events.await(LockEvent.Lost.class);
        assertToldLost(lock, hold, events);
    }

    private DistributedLock impatient() {
        return impatient.lock(name());
    }

    /** Uses every connection of the node: one that is not found out before would keep the node from cleaning up at close. */
    private void findOut() {
        for (int i = 0; i < 20; i++) {
            try {
                assertThat(impatient.lock(name() + ":" + i).isLocked()).isFalse();
            } catch (StoreUnavailableException foundOut) {
                assertThat(foundOut).hasMessageContaining("Redis");
            }
        }
    }

    private static Pending<@Nullable Void> passing(Actor actor, DistributedLock lock) {
        return actor.start(() -> {
            lock.lock();
            lock.unlock();
        });
    }

    private static void warm(DistributedLock lock) {
        lock.lock();
        lock.unlock();
    }
}
