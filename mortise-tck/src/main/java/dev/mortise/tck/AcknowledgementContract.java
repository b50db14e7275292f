package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Acknowledgement;
import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.NotAcknowledgedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Locks that replicas must acknowledge, asked of more replicas than there are: what nobody acknowledges is never held. Stores
 * that do not declare {@link dev.mortise.spi.Traits#acknowledges()} refuse such a lock at once.
 */
public abstract class AcknowledgementContract extends ContractGroup {

    private static final Duration SHORT = Duration.ofMillis(20);

    /** Far longer than any wait here. */
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Replicas have three quarters of it. */
    private static final Duration WAIT = Duration.ofSeconds(2);

    protected AcknowledgementContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C1")
    void whatNobodyAcknowledgesIsReleasedAndReportedAsNothingElse() {
        Mortise node = node();
        asking(node, tooMany(SHORT)).ifPresent(lock -> {
            DistributedLock other = newLock();
            assertThatThrownBy(lock::tryLock)
                    .isInstanceOf(NotAcknowledgedException.class)
                    .hasMessageContaining(name())
                    .hasMessageContaining("of 99 replicas")
                    .hasMessageContaining("given back");
            assertThat(other.tryLock()).as("free when it was reported").isTrue();
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            other.unlock();
            assertThatThrownBy(lock::lock).isInstanceOf(NotAcknowledgedException.class);
            assertThatThrownBy(lock::acquire).isInstanceOf(NotAcknowledgedException.class);
            assertThatThrownBy(() -> lock.lockAsync().join()).hasCauseInstanceOf(NotAcknowledgedException.class);
            assertFree(other);
        });
    }

    @Test
    @ContractRule("C1")
    void aBusyLockIsBusyWhoeverShouldAcknowledgeIt() throws Exception {
        asking(node(), tooMany(LONG)).ifPresent(lock -> {
            DistributedLock held = newLock();
            held.lock();
            assertExcluded(held.hold().orElseThrow(), lock.tryLock());
        });
    }

    @Test
    @ContractRule("C5")
    void theTimeToAcknowledgeIsPartOfTheWait() throws Exception {
        time();
        Mortise node = node();
        Optional<DistributedLock> lock = asking(node, tooMany(LONG));
        if (lock.isPresent()) {
            asking(node, tooMany(SHORT)).ifPresent(AcknowledgementContract::connect);
            time().stop(); // so that the wait does not end before the reply, however late it is
            long start = System.nanoTime();
            assertThatThrownBy(() -> lock.get().tryLock(WAIT)).isInstanceOf(NotAcknowledgedException.class);
            assertNotStuck(WAIT, start);
        }
    }

    @Test
    @ContractRule("C7")
    void aHoldThatWasNotAcknowledgedIsNotEnteredAgainAsIfItWere() {
        Mortise node = node();
        asking(node, tooMany(SHORT)).ifPresent(asking -> {
            DistributedLock plain = node.lock(name());
            plain.lock();
            assertThatThrownBy(asking::lock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("99 replicas");
            assertThat(plain.getHoldCount()).isEqualTo(1);
            plain.unlock();
            CompletableFuture<?> first = plain.lockAsync();
            CompletableFuture<?> second = asking.lockAsync();
            first.join();
            assertThatThrownBy(second::join).hasCauseInstanceOf(RuntimeException.class);
            plain.unlock();
        });
    }

    @Test
    void aWaiterThatAsksIsNotHandedAGrantThatWasNotAcknowledged() throws Exception {
        Mortise node = node(builder -> builder.slice(Duration.ofSeconds(1)));
        Optional<DistributedLock> asking = asking(node, tooMany(SHORT));
        if (asking.isPresent()) {
            DistributedLock plain = node.lock(name());
            plain.lock();
            Actor waiter = actor();
            Pending<?> wait = waiter.start(asking.get()::lock);
            waiter.awaitParked(wait);
            plain.unlock();
            assertThatThrownBy(wait::join).isInstanceOf(NotAcknowledgedException.class);
            assertFree(plain);
        }
    }

    @Test
    void aWaiterThatAsksIsNotGivenWhatAnotherNodeReleased() throws Exception {
        Optional<DistributedLock> asking = asking(node(), tooMany(SHORT));
        if (asking.isPresent()) {
            DistributedLock plain = newLock();
            plain.lock();
            CompletableFuture<?> wait = asking.get().lockAsync();
            awaitWaiters(plain, 1);
            plain.unlock();
            assertThatThrownBy(wait::join).hasCauseInstanceOf(NotAcknowledgedException.class);
            assertFree(plain);
        }
    }

    @Test
    void thoseWhoDidNotAskDoNotWaitForThoseWhoDid() throws Exception {
        Mortise node = node();
        List<CompletableFuture<?>> acknowledging = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            asking(node, tooMany(LONG), name() + ":" + i).ifPresent(lock -> acknowledging.add(lock.lockAsync()));
        }
        for (int i = 0; i < 20; i++) {
            node.lock(name()).run(hold -> {});
            node.lock(name()).lockAsync().join();
            node.lock(name()).unlock();
        }
        assertThat(acknowledging).noneMatch(CompletableFuture::isDone);
        acknowledging.forEach(lock -> lock.cancel(false));
    }

    /** A node connects for acknowledged locks when it needs to, for which it may need its clock. */
    private static void connect(DistributedLock asking) {
        assertThatThrownBy(asking::tryLock).isInstanceOf(NotAcknowledgedException.class);
    }

    /** The lock of this test, to be acknowledged; empty where that is refused, as it should be. */
    private Optional<DistributedLock> asking(Mortise node, Acknowledgement asked) {
        return asking(node, asked, name());
    }

    private static Optional<DistributedLock> asking(Mortise node, Acknowledgement asked, String name) {
        LockOptions options = LockOptions.defaults().acknowledgement(asked);
        if (node.store().traits().acknowledges()) {
            return Optional.of(node.lock(name, options));
        }
        assertThatThrownBy(() -> node.lock(name, options))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("acknowledge");
        return Optional.empty();
    }

    private static Acknowledgement tooMany(Duration within) {
        return Acknowledgement.byReplicas(99, within);
    }
}
