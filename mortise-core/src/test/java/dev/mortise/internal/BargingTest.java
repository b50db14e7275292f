package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Hold;
import dev.mortise.Lease;
import dev.mortise.LockEvent;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lock that is left to whoever comes first, with a waiter that comes when the test says so, on a time that stands still. */
class BargingTest {

    private static final Duration BOUND = Duration.ofMillis(1);
    private static final Duration SLICE = Duration.ofMillis(10);

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final EventLog events = new EventLog();
    private final Mortise node = node();
    private final NamedLock lock =
            (NamedLock) node.lock("lock", LockOptions.defaults().barging(BOUND));
    private final Acquisition waiter = CompletableFuture.supplyAsync(
                    () -> lock.byObject(Lease.watchdog(), Handle.NO_LIMIT))
            .join();

    @BeforeEach
    void somebodyWaits() {
        lock.lock();
        assertThat(waiter.begin()).isEqualTo(Todo.SLEEP);
        time.advance(Duration.ofNanos(100_000));
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void whoeverComesFirstHasItWithTheNextToken() throws Exception {
        long token = lock.hold().orElseThrow().token();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(token + 1);
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(waiter.woken()).as("it comes too late").isEqualTo(Todo.SLEEP);
        letItHaveTheLock();
    }

    @Test
    void theWaiterHasItWhenItComesFirst() {
        lock.unlock();
        assertThat(waiter.woken()).isEqualTo(Todo.DONE);
        assertThat(held().count()).isEqualTo(1);
        assertThat(lock.tryLock()).isFalse();
        release();
    }

    @Test
    void afterTheBoundItIsHandedTheLock() {
        lock.unlock();
        lock.lock();
        time.advance(BOUND);
        lock.unlock();
        assertThat(held().isValid()).as("it has it before it comes").isTrue();
        assertThat(lock.tryLock()).isFalse();
        assertThat(waiter.woken()).isEqualTo(Todo.DONE);
        release();
    }

    @Test
    void afterTheSliceItGoesBackToTheStore() {
        lock.unlock();
        time.advance(SLICE);
        assertThat(lock.tryLock()).isFalse();
        assertThat(waiter.woken())
                .as("it releases what was left, and asks with that")
                .isEqualTo(Todo.SLEEP);
        assertThat(waiter.woken()).isEqualTo(Todo.DONE);
        assertThat(held().isValid()).isTrue();
        release();
    }

    @Test
    void whoIsToComeAndLeavesGivesItBack() {
        lock.unlock();
        waiter.abandon(null);
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.inspect().waiters()).isEmpty();
    }

    @Test
    void whatWasForcedMeanwhileIsNobodys() throws Exception {
        lock.unlock();
        Mortise other = node();
        assertThat(other.lock("lock").forceUnlock()).isTrue();
        assertThat(other.lock("lock").tryLock()).isTrue();
        assertThat(lock.tryLock()).isFalse();
        other.close();
        time.advance(Duration.ofSeconds(31));
        letItHaveTheLock();
    }

    @Test
    void itsLeaseIsRenewedWhileItIsLeft() throws Exception {
        lock.unlock();
        time.advance(Duration.ofSeconds(31));
        assertThat(lock.isLocked()).isTrue();
        assertThat(waiter.woken()).isEqualTo(Todo.SLEEP);
        letItHaveTheLock();
    }

    @Test
    void aThreadThatLeftItAndEndedIsNoLoss() throws Exception {
        lock.unlock();
        CompletableFuture.runAsync(
                        () -> {
                            lock.lock();
                            lock.unlock();
                        },
                        action -> runToItsEnd(action))
                .join();
        assertThat(lock.isLocked()).as("left").isTrue();
        time.advance(Duration.ofSeconds(61));
        assertThat(lock.isLocked()).as("still kept").isTrue();
        assertThat(events.of(node))
                .noneMatch(event -> event instanceof LockEvent.ThreadDied || event instanceof LockEvent.HeldLong);
        letItHaveTheLock();
    }

    private static void runToItsEnd(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void letItHaveTheLock() throws InterruptedException {
        if (lock.isHeldByCurrentThread()) {
            time.advance(BOUND);
            lock.unlock();
        }
        for (int i = 0; i < 5 && !waiter.isHanded(); i++) {
            if (waiter.woken() == Todo.AWAIT) {
                waiter.answered(waiter.reply.await(0, false));
            }
            time.advance(Duration.ofSeconds(4));
        }
        assertThat(held().isValid()).isTrue();
        release();
    }

    private Hold held() {
        LiveHold hold = waiter.result();
        assertThat(hold).isNotNull();
        return hold;
    }

    private void release() {
        ((LiveOwnedHold) held()).release();
        assertThat(lock.isLocked()).isFalse();
    }

    private Mortise node() {
        return Mortise.builder()
                .store(server.store())
                .time(time)
                .slice(SLICE)
                .closeGrace(Duration.ZERO)
                .reportHoldsOver(Duration.ofSeconds(40))
                .listener(events)
                .build();
    }
}
