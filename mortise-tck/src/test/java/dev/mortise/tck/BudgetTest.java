package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wait is one budget, under a time that stands still until it is moved. */
class BudgetTest {

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final Mortise here = node();
    private final Mortise there = node();

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void whatTheLocalQueueTookIsNotWaitedForAgainAtTheStore() {
        DistributedLock lock = here.lock("a");
        DistributedLock remote = there.lock("a");
        OwnedHold local = lock.acquire();
        CompletableFuture<Boolean> waits = lock.tryLockAsync(Duration.ofSeconds(60));
        CompletableFuture<Hold> taken = remote.lockAsync();
        ContractGroup.awaitWaiters(remote, 1);
        time.advance(Duration.ofSeconds(50));
        local.release();
        assertThat(taken).as("the other node has it").isDone();
        ContractGroup.awaitWaiters(remote, 1);
        assertThat(waits).isNotDone();
        time.advance(Duration.ofSeconds(10));
        assertThat(waits).as("the wait is over").isDone();
        assertThat(waits.join()).isFalse();
        remote.unlock();
    }

    private Mortise node() {
        return Mortise.builder()
                .store(server.store())
                .time(time)
                .asyncExecutor(Runnable::run)
                .closeGrace(Duration.ZERO)
                .build();
    }
}
