package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A fair lock is handed on inside a node as long as the queue has nobody else in between; on a time that stands still. */
class FairRunTest {

    private static final Duration SLICE = Duration.ofMillis(10);

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final Mortise node = node();
    private final Mortise otherNode = node();
    private final DistributedLock lock = node.fairLock("lock");
    private final DistributedLock other = otherNode.fairLock("lock");
    private final OwnedHold before = lock.acquire();
    private final CompletableFuture<OwnedHold> first = lock.acquireAsync();

    @BeforeEach
    void timeGoesOn() {
        time.advance(Duration.ofMillis(2));
    }

    @AfterEach
    void close() {
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.inspect().waiters()).isEmpty();
        node.close();
        otherNode.close();
        assertThat(time.timers()).isZero();
    }

    @Test
    void thoseBehindEachOtherHaveOneGrant() {
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        CompletableFuture<OwnedHold> third = lock.acquireAsync();
        CompletableFuture<OwnedHold> stranger = other.acquireAsync();
        before.release();
        long token = first.join().token();
        assertThat(second).isNotDone();
        leave(first);
        assertThat(second.join().token()).isEqualTo(token + 1);
        assertThat(third).isNotDone();
        leave(second);
        assertThat(third.join().token()).isEqualTo(token + 2);
        time.advance(Duration.ofMillis(50)); // the owner is written behind
        assertThat(other.inspect().waiters())
                .as("who was served waits no more")
                .extracting(LockView.Waiter::nodeId)
                .containsExactly(otherNode.nodeId());
        leave(third);
        assertThat(stranger.join().token()).isGreaterThan(token + 2);
        stranger.join().release();
    }

    @Test
    void anothersTurnEndsTheRun() {
        CompletableFuture<OwnedHold> stranger = other.acquireAsync();
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        before.release();
        leave(first);
        assertThat(second).isNotDone();
        leave(stranger);
        leave(second);
    }

    @Test
    void whoComesMeanwhileIsNotInIt() {
        before.release();
        CompletableFuture<OwnedHold> stranger = other.acquireAsync();
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        leave(first);
        assertThat(second).isNotDone();
        leave(stranger);
        leave(second);
    }

    @Test
    void whoGivesUpIsPassedOver() {
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        CompletableFuture<OwnedHold> third = lock.acquireAsync();
        before.release();
        long token = first.join().token();
        second.cancel(true);
        time.advance(SLICE.dividedBy(2)); // a grant of the store would have a higher token
        leave(first);
        assertThat(third.join().token()).isEqualTo(token + 1);
        leave(third);
    }

    @Test
    void afterTheSliceTheStoreGrantsAgainInTheSameOrder() {
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        CompletableFuture<OwnedHold> third = lock.acquireAsync();
        before.release();
        long token = first.join().token();
        time.advance(SLICE);
        leave(first);
        assertThat(second.join().token()).isGreaterThan(token + 1);
        assertThat(third).isNotDone();
        leave(second);
        leave(third);
    }

    @Test
    void aLossInTheMiddleLeavesTheOthersInTheirPlaces() {
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        CompletableFuture<OwnedHold> third = lock.acquireAsync();
        CompletableFuture<OwnedHold> stranger = other.acquireAsync();
        before.release();
        leave(first);
        assertThat(second.join().isValid()).isTrue();
        other.forceUnlock();
        assertThat(second.join().isValid()).isFalse();
        assertThat(stranger).isNotDone();
        leave(third);
        leave(stranger);
    }

    /** A little later, so that there is a token for the next. */
    private void leave(CompletableFuture<OwnedHold> held) {
        time.advance(Duration.ofNanos(10_000));
        assertThat(held).isDone();
        held.join().release();
    }

    private Mortise node() {
        return Mortise.builder()
                .store(server.store())
                .time(time)
                .slice(SLICE)
                .asyncExecutor(Runnable::run)
                .closeGrace(Duration.ZERO)
                .build();
    }
}
