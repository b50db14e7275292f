package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Lease;
import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who looks for its signal before it sleeps, and how. */
class QuickHandOffTest {

    private final MovableTime time = new MovableTime();
    private final Mortise node = Mortise.builder()
            .store(new MemoryServer().store())
            .time(time)
            .slice(Duration.ofMillis(10))
            .closeGrace(Duration.ZERO)
            .build();
    private final NamedLock lock = (NamedLock) node.lock("lock");
    private final Acquisition first = waiter();
    private final Acquisition last = waiter();

    @AfterEach
    void close() {
        node.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void whoWaitsBehindAQuickHoldLooks() {
        handTheFirstALockThatWasHeldFor(29);
        assertThat(last.looksFirst()).isTrue();
        leave();
    }

    @Test
    void whoWaitsBehindALongerHoldDoesNot() {
        handTheFirstALockThatWasHeldFor(29);
        time.advance(micros(30));
        release(first);
        assertThat(waiter().looksFirst()).isFalse();
        release(last);
    }

    @Test
    void whoWaitsForAnotherNodeDoesNot() {
        handTheFirstALockThatWasHeldFor(29);
        last.abandon(null);
        release(first);
        assertThat(lock.local().quick).isTrue();
        assertThat(waiter().looksFirst()).isFalse();
    }

    @Test
    void whatIsToldMeanwhileIsSeenThoughNobodyWakesIt() {
        Looking steps = new Looking(Steps.HANDED, Acquisition.NEVER);
        HookedTime noParking = new HookedTime(time);
        noParking.beforeParking(() -> {
            throw new AssertionError("parked, though the signal was there");
        });
        new Sleep(steps, noParking, false).sleep();
        assertThat(steps.takeSignals()).isEqualTo(Steps.HANDED);
    }

    @Test
    void whoIsToldNothingSleepsAfterAMoment() {
        Looking steps = new Looking(0, time.nanos()); // which is over: it is not parked for long
        long began = System.nanoTime();
        new Sleep(steps, time, false).sleep();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(50));
    }

    private void handTheFirstALockThatWasHeldFor(int micros) {
        lock.lock();
        assertThat(first.begin()).isEqualTo(Todo.SLEEP);
        assertThat(last.begin()).isEqualTo(Todo.SLEEP);
        assertThat(last.looksFirst()).as("nothing is known yet").isFalse();
        time.advance(micros(micros));
        lock.unlock();
        assertThat(first.woken()).isEqualTo(Todo.DONE);
    }

    private void leave() {
        last.abandon(null);
        release(first);
    }

    private static void release(Acquisition handed) {
        ((LiveOwnedHold) handed.result()).release();
    }

    private Acquisition waiter() {
        return CompletableFuture.supplyAsync(() -> lock.byObject(Lease.watchdog(), Handle.NO_LIMIT))
                .join();
    }

    private static Duration micros(int micros) {
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros));
    }

    /** Looks, and is told something just then. */
    private static final class Looking extends SleepingSteps {

        private final int told;

        Looking(int told, long until) {
            super(until);
            this.told = told;
        }

        @Override
        boolean looksFirst() {
            note(told);
            return true;
        }
    }
}
