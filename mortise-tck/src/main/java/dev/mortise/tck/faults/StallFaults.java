package dev.mortise.tck.faults;

import static dev.mortise.tck.Eventually.eventually;
import static dev.mortise.tck.Eventually.never;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** The server, or the way to it, stands still for less or more than a lease. */
@Tag("timing")
public abstract class StallFaults extends FaultGroup {

    /** Of a hold that is lost: until then the test has all it needs. */
    private static final Duration LEASE = Duration.ofMillis(1500);

    /** The shortest stall of a server that ends such a hold. */
    private static final Duration STALLED = LEASE.plusMillis(500);

    private static final int MOST_TRIES = 5;

    private final Recorder events = new Recorder();

    protected StallFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void aStoppedServerForLessThanALeaseCostsNobodyTheLock() throws Exception {
        time();
        DistributedLock lock = watched(LONG_LEASE);
        DistributedLock elsewhere = elsewhere();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        Pending<Hold> next = next(elsewhere);
        awaitWaiters(lock, 1);
        skipToRenewal(events, 1);
        int before = events.of(LockEvent.Renewed.class).size();
        server().pause();
        skip(THIRD.plus(THIRD.dividedBy(2)));
        assertThat(hold.isValid()).as("after half of the lease").isTrue();
        server().resume();
        eventually("renewed", () -> events.of(LockEvent.Renewed.class).size() > before);
        assertThat(hold.isValid()).isTrue();
        assertWaits(next, hold);
        lock.unlock();
        assertTokenGrows(hold, next.join());
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    @FaultTest
    void aStoppedServerForMoreThanALeaseIsToldMeanwhile() throws Exception {
        toldMeanwhile(() -> server().pause(), () -> server().resume());
    }

    /** A paused server answers nobody, and expires nothing either. */
    @FaultTest
    void aPausedServerForMoreThanALeaseIsToldMeanwhile() throws Exception {
        String millis = Long.toString(STALLED.toMillis());
        toldMeanwhile(() -> server().command("CLIENT", "PAUSE", millis, "ALL"), () -> {});
    }

    private void toldMeanwhile(Runnable stall, Runnable goOn) throws Exception {
        for (int tries = 1; !isToldMeanwhile(stall, goOn); tries++) {
            assertThat(tries)
                    .as("tries in which the machine stalled before the server or together with it")
                    .isLessThan(MOST_TRIES);
        }
    }

    /** Whether the hold was valid when the server began to stall, and its loss was reported before the server answered again. */
    private boolean isToldMeanwhile(Runnable stall, Runnable goOn) throws Exception {
        Recorder losses = new Recorder();
        DistributedLock lock =
                node(builder -> builder.watchdogLease(LEASE).listener(losses)).lock(name());
        DistributedLock elsewhere =
                nodeElsewhere(builder -> builder.requestLimit(LONG_WAIT)).lock(name());
        Hold hold = locked(lock);
        Pending<Hold> next = next(elsewhere);
        eventually(
                "the next one waits, or gets in",
                () -> next.isDone() || elsewhere.inspect().waiters().size() == 1);
        stall.run();
        long stalled = System.nanoTime();
        boolean validThen = hold.isValid();
        LockEvent.Lost lost = losses.await(LockEvent.Lost.class);
        boolean meanwhile = validThen && since(stalled).compareTo(STALLED) < 0;
        assertNotStuck(LEASE, stalled);
        assertThat(hold.isValid()).isFalse();
        goOn.run();
        long wentOn = System.nanoTime();
        assertToldLost(lock, hold, losses);
        assertTokenGrows(hold, next.join());
        assertNotStuck(SLOW_POLL, wentOn);
        if (meanwhile) {
            assertThat(lost.cause()).isEqualTo(LossCause.NOT_RENEWED);
        }
        return meanwhile;
    }

    /**
     * The server is well, but out of reach: its lease ends after the owner was told. What was sent meanwhile arrives when
     * the way is there again, and does nothing to the next owner.
     */
    @FaultTest
    void anUnreachableServersLeaseEndsAfterTheOwnerWasTold() throws Exception {
        DistributedLock lock = watched(LEASE);
        DistributedLock elsewhere = elsewhere();
        Hold hold = locked(lock);
        long[] told = new long[1];
        hold.onLost(lost -> told[0] = System.nanoTime());
        events.await(LockEvent.Renewed.class);
        proxy().blackhole(true);
        boolean gone = false;
        while (!gone) {
            gone = ttl() == -2;
            boolean valid = hold.isValid();
            SafetyViolation.check(!gone || !valid, "The hold says that it is valid after the server's lease.");
        }
        SafetyViolation.checked(() -> eventually("the loss is reported", () -> told[0] != 0));
        elsewhere.lock();
        proxy().heal();
        assertToldLost(lock, hold, events);
        SafetyViolation.checked(
                () -> never(LEASE.dividedBy(3), "ended by a late request", () -> !elsewhere.isLocked()));
        assertHeldOnce(elsewhere, newLock());
        elsewhere.unlock();
    }

    private DistributedLock watched(Duration lease) {
        return node(builder -> builder.watchdogLease(lease).listener(events)).lock(name());
    }

    /** The next owner, which lets go of the lock at once. */
    private Pending<Hold> next(DistributedLock lock) {
        Actor waiter = actor();
        return waiter.begin(() -> {
            lock.lock();
            Hold hold = lock.hold().orElseThrow();
            lock.unlock();
            return hold;
        });
    }
}
