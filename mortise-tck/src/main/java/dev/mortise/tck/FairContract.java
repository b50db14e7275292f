package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Limits;
import dev.mortise.LockOptions;
import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The fair lock: strictly first come first served over all threads of all nodes; or a clear refusal. */
public abstract class FairContract extends ContractGroup {

    private static final int ROUNDS = 3;

    protected FairContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void threadsOfAllNodesGetItInTheOrderOfTheirComing() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        List<DistributedLock> nodes = List.of(fair(node()), lock, fair(node()));
        lock.lock();
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        List<Pending<?>> waits = new ArrayList<>();
        for (int i = 0; i < ROUNDS * nodes.size(); i++) {
            int number = i;
            DistributedLock mine = nodes.get(i % nodes.size());
            waits.add(actor().start(() -> mine.run(hold -> {
                order.add(number);
                tokens.add(hold.token());
            })));
            awaitWaiters(lock, i + 1);
        }
        lock.unlock();
        for (Pending<?> wait : waits) {
            wait.join();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
        SafetyViolation.checked(() -> assertThat(tokens).isSorted().doesNotHaveDuplicates());
        assertFree(lock);
    }

    @Test
    void inspectShowsEveryThreadInOrder() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        DistributedLock other = fair(node());
        lock.lock();
        List<String> owners = new ArrayList<>();
        List<Pending<?>> waits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Actor waiter = actor();
            waits.add(waiter.start(() -> other.run(hold -> {})));
            awaitWaiters(lock, i + 1);
            owners.add("thread " + waiter.thread().getId());
        }
        assertThat(lock.inspect().waiters()).extracting(LockView.Waiter::owner).containsExactlyElementsOf(owners);
        lock.unlock();
        for (Pending<?> wait : waits) {
            wait.join();
        }
    }

    @Test
    @ContractRule("C7")
    void itIsReentrantAndUnlockedAsOften() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.hold().orElseThrow().token()).isEqualTo(token);
        Actor other = actor();
        Pending<@Nullable Void> wait = other.start(lock::lock);
        awaitWaiters(lock, 1);
        lock.unlock();
        assertThat(wait.isDone()).isFalse();
        lock.unlock();
        wait.join();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        other.run(lock::unlock);
    }

    @Test
    @ContractRule("C4")
    @ContractRule("C5")
    void whoGivesUpLeavesTheQueueAndTheOthersKeepTheirOrder() throws Exception {
        if (refused()) {
            return;
        }
        time();
        DistributedLock lock = fair(node());
        lock.lock();
        List<String> order = new CopyOnWriteArrayList<>();
        Actor first = actor();
        Pending<@Nullable Void> interrupted = first.start(lock::lockInterruptibly);
        awaitWaiters(lock, 1);
        Pending<@Nullable Void> second = actor().start(() -> lock.run(hold -> order.add("second")));
        awaitWaiters(lock, 2);
        Pending<Boolean> timedOut = actor().begin(() -> lock.tryLock(IN_VAIN));
        awaitWaiters(lock, 3);
        Pending<@Nullable Void> last = actor().start(() -> lock.run(hold -> order.add("last")));
        awaitWaiters(lock, 4);
        first.interrupt();
        assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
        awaitWaiters(lock, 3);
        skip(IN_VAIN);
        assertThat(timedOut.join()).isFalse();
        awaitWaiters(lock, 2);
        lock.unlock();
        second.join();
        last.join();
        assertThat(order).containsExactly("second", "last");
        assertFree(lock);
    }

    @Test
    @ContractRule("C11")
    void futuresAndObjectsStandInTheSameQueue() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        lock.lock();
        CompletableFuture<OwnedHold> object = actor().call(lock::acquireAsync);
        awaitWaiters(lock, 1);
        Actor thread = actor();
        Pending<@Nullable Void> wait = thread.start(lock::lock);
        awaitWaiters(lock, 2);
        lock.unlock();
        OwnedHold held = join(object);
        assertThat(wait.isDone()).isFalse();
        held.release();
        wait.join();
        thread.run(lock::unlock);
    }

    @Test
    void twoFuturesOfOneThreadAreOneHold() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        DistributedLock other = fair(node());
        other.lock();
        CompletableFuture<Hold> first = lock.lockAsync();
        awaitWaiters(other, 1);
        CompletableFuture<Hold> second = lock.lockAsync();
        awaitWaiters(other, 2);
        other.unlock();
        assertThat(join(first)).isSameAs(join(second));
        assertNoWaiters(other);
        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        assertFree(lock);
    }

    @Test
    void aFutureThatReentersLeavesItsPlaceBehindAnother() throws Exception {
        if (refused()) {
            return;
        }
        DistributedLock lock = fair(node());
        DistributedLock other = fair(node());
        other.lock();
        CompletableFuture<Hold> first = lock.lockAsync();
        awaitWaiters(other, 1);
        Actor thread = actor();
        Pending<@Nullable Void> between = thread.start(other::lock);
        awaitWaiters(other, 2);
        CompletableFuture<Hold> second = lock.lockAsync();
        awaitWaiters(other, 3);
        other.unlock();
        assertThat(join(first)).isSameAs(join(second));
        awaitWaiters(other, 1);
        lock.unlock();
        lock.unlock();
        between.join();
        thread.run(other::unlock);
        assertFree(lock);
    }

    @Test
    void threadsOfOneNodeAreToldByTheReply() throws Exception {
        if (refused()) {
            return;
        }
        time();
        DistributedLock lock = fair(node());
        lock.lock();
        Actor next = actor();
        Pending<@Nullable Void> got = next.start(lock::lock);
        awaitWaiters(lock, 1);
        List<Pending<?>> behind = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            behind.add(actor().start(() -> lock.run(hold -> {})));
            awaitWaiters(lock, i + 2);
        }
        stopTime(); // nobody looks, and no lease ends
        lock.unlock();
        got.join();
        runTime();
        next.run(() -> unlockIfHeld(lock));
        for (Pending<?> wait : behind) {
            wait.join();
        }
    }

    @Test
    void threadsOfOneNodeBehindEachOtherShareAGrant() throws Exception {
        if (refused()) {
            return;
        }
        Mortise node = node(builder -> builder.slice(Limits.MAX_SLICE));
        DistributedLock lock = fair(node);
        DistributedLock other = fair(node());
        boolean shared = false;
        for (int attempt = 0;
                attempt < 10 && !shared;
                attempt++) { // a machine so busy that a lease ends is none of ours
            List<Integer> order = new CopyOnWriteArrayList<>();
            List<Long> tokens = new CopyOnWriteArrayList<>();
            List<Pending<?>> waits = new ArrayList<>();
            lock.lock();
            for (int i = 0; i < 4; i++) {
                int number = i;
                DistributedLock mine = i == 2 ? other : lock;
                waits.add(actor().start(() -> mine.run(hold -> {
                    order.add(number);
                    tokens.add(hold.token());
                })));
                awaitWaiters(lock, i + 1);
            }
            lock.unlock();
            for (Pending<?> wait : waits) {
                wait.join();
            }
            assertThat(order).containsExactly(0, 1, 2, 3);
            SafetyViolation.checked(() -> assertThat(tokens).isSorted().doesNotHaveDuplicates());
            assertFree(lock);
            assertThat(lock.inspect().waiters()).as("who was served").isEmpty();
            shared = tokens.get(1) == tokens.get(0) + 1;
        }
        assertThat(shared).as("the second had the grant of the first").isTrue();
    }

    @Test
    void noUpdateIsLost() throws Exception {
        if (refused()) {
            return;
        }
        int[] counter = new int[1];
        List<Pending<?>> all = new ArrayList<>();
        for (DistributedLock lock : List.of(fair(node()), fair(node()))) {
            for (int i = 0; i < 3; i++) {
                all.add(actor().start(() -> {
                    for (int n = 0; n < 50; n++) {
                        lock.run(hold -> counter[0]++);
                    }
                }));
            }
        }
        Pending.joinAll(() -> counter[0], all);
        SafetyViolation.check(counter[0] == 300, "Lost updates: " + counter[0] + " of 300.");
    }

    @Test
    @ContractRule("C15")
    void oneNameAsBothKindsIsAnErrorAtOnce() {
        if (refused()) {
            return;
        }
        Mortise node = node();
        DistributedLock lock = node.lock(name());
        assertThatThrownBy(() -> node.fairLock(name()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lock()")
                .hasMessageContaining("same key");
        DistributedLock fair = node.fairLock(name() + "'");
        assertThatThrownBy(() -> node.lock(name() + "'"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fairLock()");
        assertThat(lock.isLocked() || fair.isLocked()).isFalse();
    }

    @Test
    void whoPollsIsRefused() {
        if (refused()) {
            return;
        }
        LockOptions polling = LockOptions.defaults().waitStrategy(WaitStrategy.polling(Duration.ofMillis(20)));
        assertThatThrownBy(() -> node().fairLock(name(), polling))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("order");
    }

    private DistributedLock fair(Mortise node) {
        return node.fairLock(name());
    }

    /** Whether the store cannot keep the order: then it must say so. */
    private boolean refused() {
        Mortise node = node();
        if (node.store().traits().pushesGrants()) {
            return false;
        }
        assertThatThrownBy(() -> node.fairLock(name()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("lock()");
        return true;
    }
}
