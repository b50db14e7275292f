package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a node tells its listeners. */
public abstract class EventsContract extends ContractGroup {

    protected EventsContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C12")
    void theLifeOfAHoldIsToldInOrder() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        lock.lock();
        lock.unlock();
        lock.unlock();
        events.await(LockEvent.Released.class);
        assertThat(events.all())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Acquired", "Reentered", "StillHeld", "Released");
        assertThat(events.all()).allSatisfy(event -> {
            assertThat(event.lockName()).isEqualTo(name());
            assertThat(event.owner())
                    .contains("thread ")
                    .contains(Thread.currentThread().getName());
        });
        assertThat(events.of(LockEvent.Reentered.class))
                .extracting(LockEvent.Reentered::count)
                .containsExactly(2);
        assertThat(events.of(LockEvent.StillHeld.class))
                .extracting(LockEvent.StillHeld::count)
                .containsExactly(1);
        assertThat(events.of(LockEvent.Acquired.class).get(0).token()).isEqualTo(token);
        assertThat(events.of(LockEvent.Released.class).get(0).token()).isEqualTo(token);
    }

    @Test
    @ContractRule("C1")
    @ContractRule("C12")
    void anUnlockIsStillHeldReleasedOrNotMine() throws Exception {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        lock.lock();
        Actor other = actor();
        assertThat(other.start(lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        lock.unlock();
        assertThat(lock.getHoldCount()).as("still held").isEqualTo(1);
        lock.unlock();
        assertThat(lock.getHoldCount()).as("released").isZero();
        assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
        Eventually.eventually(
                "all told", () -> events.of(LockEvent.NotHeld.class).size() == 2);
        assertThat(events.all())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Acquired", "Reentered", "NotHeld", "StillHeld", "Released", "NotHeld");
        assertThat(events.of(LockEvent.NotHeld.class).get(0).owner())
                .contains(other.thread().getName());
    }

    @Test
    @ContractRule("C12")
    void waitingAndGivingUpAreTold() throws Exception {
        time();
        DistributedLock lock = newLock();
        Recorder events = new Recorder();
        DistributedLock other = node(builder -> builder.listener(events)).lock(name());
        Hold held = locked(lock);
        assertExcluded(held, inVain(events, () -> other.tryLock(IN_VAIN)));
        assertThat(events.await(LockEvent.GaveUp.class).waited()).isGreaterThanOrEqualTo(IN_VAIN);
        assertThat(events.await(LockEvent.GaveUp.class).failure()).isNull();
        assertThat(events.all())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Waiting", "GaveUp");
        Actor waiter = actor();
        Pending<@Nullable Void> got = waiter.start(other::lock);
        // The queue does not show this: it may still contain the place of the call that gave up.
        Eventually.eventually(
                "it waits", () -> events.of(LockEvent.Waiting.class).size() == 2);
        lock.unlock();
        got.join();
        assertThat(events.await(LockEvent.Acquired.class).waited()).isPositive();
        waiter.run(other::unlock);
        events.await(LockEvent.Released.class);
        assertThat(events.all())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Waiting", "GaveUp", "Waiting", "Acquired", "Released");
    }

    @Test
    @ContractRule("C12")
    void eventsOfManyThreadsComeInTheOrderOfWhatHappened() throws Exception {
        Recorder events = new Recorder();
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Mortise node = node(builder -> builder.listener(events)
                .listener(event -> threads.add(Thread.currentThread().getName())));
        DistributedLock lock = node.lock(name());
        List<Pending<@Nullable Void>> all = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            all.add(actor().start(() -> {
                for (int i = 0; i < 25; i++) {
                    lock.run(hold -> {});
                }
            }));
        }
        Pending.joinAll(() -> events.all().size(), all);
        Eventually.eventually(
                "all told", () -> events.of(LockEvent.Released.class).size() == 100);
        long last = 0;
        boolean held = false;
        for (LockEvent event : events.all()) {
            if (event instanceof LockEvent.Acquired acquired) {
                SafetyViolation.check(!held, "Acquired twice: " + events.all());
                SafetyViolation.check(acquired.token() > last, "The token fell: " + events.all());
                last = acquired.token();
                held = true;
            } else if (event instanceof LockEvent.Released released) {
                assertThat(held).isTrue();
                assertThat(released.token()).isEqualTo(last);
                held = false;
            }
        }
        assertThat(threads).hasSize(1).allMatch(thread -> thread.startsWith("mortise-events"));
    }

    @Test
    @ContractRule("C12")
    void aSlowListenerDelaysOnlyListeners() {
        time();
        CountDownLatch slow = new CountDownLatch(1);
        Mortise node =
                node(builder -> builder.listener(event -> Eventually.eventually("go on", () -> slow.getCount() == 0)));
        DistributedLock lock = node.lock(name());
        for (int i = 0; i < 20; i++) {
            lock.run(hold -> {});
        }
        lock.lock();
        skipBeyondTheLease(lock.hold().orElseThrow());
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        slow.countDown();
    }

    @Test
    @ContractRule("C12")
    void aListenerThatThrowsHarmsNobody() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(event -> {
                    throw new IllegalStateException("a listener's own trouble");
                })
                .listener(events));
        DistributedLock lock = node.lock(name());
        lock.run(hold -> {});
        lock.run(hold -> {});
        Eventually.eventually(
                "all told", () -> events.of(LockEvent.Released.class).size() == 2);
    }

    @Test
    @ContractRule("C12")
    void aListenerMayUseTheLockItself() {
        Recorder events = new Recorder();
        DistributedLock[] lock = new DistributedLock[1];
        boolean[] done = new boolean[1];
        lock[0] = node(builder -> builder.listener(events).listener(event -> {
                    if (event instanceof LockEvent.Released && !done[0]) {
                        done[0] = true;
                        lock[0].run(hold -> {});
                    }
                }))
                .lock(name());
        lock[0].run(hold -> {});
        Eventually.eventually(
                "told twice", () -> events.of(LockEvent.Released.class).size() == 2);
    }

    @Test
    @ContractRule("C13")
    void aHoldWhoseThreadDiedIsReportedAndRenewedNoMore() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Actor owner = actor();
        owner.run(lock::lock);
        owner.die();
        skip(THIRD);
        LockEvent.ThreadDied died = events.await(LockEvent.ThreadDied.class);
        assertThat(died.owner()).contains(owner.thread().getName());
        assertThat(died.takenAt()).isNull();
        skip(LONG_LEASE.minus(THIRD));
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.THREAD_DIED);
        assertThat(events.of(LockEvent.Renewed.class)).isEmpty();
        newLock().forceUnlock();
    }

    @Test
    @ContractRule("C13")
    void aHoldWithALeaseWhoseThreadDiedIsReportedWhenTheLeaseEnds() throws Exception {
        time();
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        Actor owner = actor();
        owner.run(() -> lock.lock(LONG_LEASE));
        owner.die();
        skip(LONG_LEASE);
        assertThat(events.await(LockEvent.ThreadDied.class).owner())
                .contains(owner.thread().getName());
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.THREAD_DIED);
        newLock().forceUnlock();
    }

    @Test
    @ContractRule("C13")
    void withTraceHoldsTheReportHasTheStackThatTookIt() throws Exception {
        time();
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events).traceHolds());
        DistributedLock lock = node.lock(name());
        Actor owner = actor();
        owner.run(() -> takeForThisTest(lock));
        owner.die();
        skip(THIRD);
        Throwable takenAt = events.await(LockEvent.ThreadDied.class).takenAt();
        assertThat(Objects.requireNonNull(takenAt).getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("takeForThisTest"));
        skip(LONG_LEASE);
        events.await(LockEvent.Lost.class);
        newLock().forceUnlock();
    }

    @Test
    @ContractRule("C13")
    void aHoldThatLastsLongIsReportedOnceWithThePresentStack() {
        time();
        Duration longEnough = THIRD.minusMillis(500);
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events).reportHoldsOver(longEnough));
        DistributedLock lock = node.lock(name());
        takeForThisTest(lock);
        long token = lock.hold().orElseThrow().token();
        holdForThisTest(longEnough, events);
        LockEvent.HeldLong report = events.await(LockEvent.HeldLong.class);
        assertThat(report.token()).isEqualTo(token);
        assertThat(report.held()).isGreaterThanOrEqualTo(longEnough);
        assertThat(report.owner()).contains(Thread.currentThread().getName());
        assertThat(Objects.requireNonNull(report.stack()).getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("holdForThisTest"))
                .noneMatch(frame -> frame.getMethodName().equals("takeForThisTest"));
        lock.unlock();
        events.await(LockEvent.Released.class);
        assertThat(events.of(LockEvent.HeldLong.class)).hasSize(1);
    }

    @Test
    @ContractRule("C13")
    void withTraceHoldsALongHoldIsReportedWithTheStackThatTookIt() {
        time();
        Duration longEnough = THIRD.minusMillis(500);
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events).traceHolds().reportHoldsOver(longEnough));
        DistributedLock lock = node.lock(name());
        takeForThisTest(lock);
        holdForThisTest(longEnough, events);
        Throwable stack = events.await(LockEvent.HeldLong.class).stack();
        assertThat(Objects.requireNonNull(stack).getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("takeForThisTest"));
        lock.unlock();
    }

    @Test
    @ContractRule("C12")
    void onLostAndTheLostEventComeOnOneQueue() {
        Recorder events = new Recorder();
        DistributedLock lock = node(builder -> builder.listener(events)).lock(name());
        lock.lock();
        boolean[] after = new boolean[1];
        CountDownLatch told = new CountDownLatch(1);
        lock.hold().orElseThrow().onLost(hold -> {
            after[0] = !events.of(LockEvent.Lost.class).isEmpty();
            told.countDown();
        });
        awaitMessages();
        lock.forceUnlock();
        Eventually.eventually("told", () -> told.getCount() == 0);
        assertThat(after[0]).isTrue();
        assertLost(lock::unlock);
    }

    private static void takeForThisTest(DistributedLock lock) {
        lock.lock();
    }

    private void holdForThisTest(Duration longEnough, Recorder events) {
        skip(longEnough);
        events.await(LockEvent.HeldLong.class);
    }
}
