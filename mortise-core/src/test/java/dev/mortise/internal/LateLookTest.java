package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A waiter of a fair lock gets it inside a grant of its node while its own look is on its way. */
class LateLookTest {

    private static final LockId LOCK = new LockId(LockId.LOCK, "lock");

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final HookedStore store = new HookedStore(server);
    private final Mortise node = Mortise.builder()
            .store(store)
            .time(time)
            .slice(Duration.ofMillis(10))
            .asyncExecutor(Runnable::run)
            .closeGrace(Duration.ZERO)
            .build();
    private final Mortise otherNode = Mortise.builder()
            .store(server.store())
            .time(time)
            .asyncExecutor(Runnable::run)
            .closeGrace(Duration.ZERO)
            .build();
    private final DistributedLock lock = node.fairLock("lock");
    private final DistributedLock other = otherNode.fairLock("lock");

    @AfterEach
    void close() {
        node.close();
        otherNode.close();
        assertThat(time.timers()).isZero();
    }

    /** The grant that the node had is gone, so the look found the lock free, and no call waits for its answer. */
    @Test
    void aGrantThatItsWaiterDoesNotNeedIsGivenBack() throws Exception {
        OwnedHold before = lock.acquire();
        CompletableFuture<OwnedHold> first = lock.acquireAsync();
        CompletableFuture<OwnedHold> second = lock.acquireAsync();
        time.advance(Duration.ofMillis(2));
        List<Ask> looks = new ArrayList<>();
        HookedStore.Late<Answer> late = new HookedStore.Late<>();
        store.onAcquire = ask -> {
            looks.add(ask);
            return looks.size() == 2 ? late : store.server.acquire(ask);
        };
        ((Signals) node).look(LOCK);
        store.onAcquire = null;

        before.release();
        time.advance(Duration.ofNanos(10_000));
        first.join().release();
        assertThat(other.isLocked()).as("handed on inside the grant").isTrue();
        other.forceUnlock();
        assertThat(other.isLocked()).isFalse();
        late.come(store.server.acquire(looks.get(1)).await(0, false));
        assertThat(other.isLocked()).isFalse();
        assertThat(second).isDone();
    }
}
