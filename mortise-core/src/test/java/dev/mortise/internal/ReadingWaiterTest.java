package dev.mortise.internal;

import static dev.mortise.internal.Completed.valueOf;
import static dev.mortise.internal.ScriptedStore.answers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.MortiseClosedException;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.Answer;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits reads the store's messages itself or is counted as asleep, on a time that stands still. */
class ReadingWaiterTest {

    private static final long SERVER = 1_000_000_000_000L;
    private static final long PATIENCE_SECONDS = 20;

    private final MovableTime time = new MovableTime();
    private final HookedTime hooked = new HookedTime(time);
    private final CountedMessages messages = new CountedMessages();
    private final ScriptedStore store = new ScriptedStore();
    private final Mortise node;
    private final DistributedLock lock;

    ReadingWaiterTest() {
        store.messages = messages;
        node = Mortise.builder()
                .store(store)
                .time(hooked)
                .asyncExecutor(Runnable::run)
                .slice(Duration.ZERO)
                .closeGrace(Duration.ZERO)
                .build();
        lock = node.lock("lock");
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(messages.sleepers).hasValue(0);
    }

    @Test
    void aThreadThatStandsInTheQueueReads() throws Exception {
        FutureTask<Void> waiter = waiter(false);
        assertThat(messages.mostNanos).isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(messages.interruptible).isFalse();
        assertThat(messages.sleepers).hasValue(0);
        push(0);
        waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void oneThatMayBeInterruptedReadsForAShorterTime() throws Exception {
        FutureTask<Void> waiter = waiter(true);
        assertThat(messages.mostNanos).isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(messages.interruptible).isTrue();
        push(0);
        waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void whoHasReadForItsTimeSleeps() throws Exception {
        FutureTask<Void> waiter = waiter(false);
        time.advance(Duration.ofSeconds(1));
        store.context.signals().lookAll(); // it looks, is refused again, and must not read any more
        awaitSleepers(1);
        assertThat(messages.reads).isEqualTo(1);
        push(0);
        assertThat(messages.sleepers)
                .as("told, though it may not have woken up yet")
                .hasValue(0);
        waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void whoMayNotReadIsCountedUntilItIsTold() throws Exception {
        messages.free = false;
        FutureTask<Void> waiter = start(false);
        awaitSleepers(1);
        push(0);
        assertThat(messages.sleepers).hasValue(0);
        waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void closingTheNodeReachesTheReader() throws Exception {
        FutureTask<Void> waiter = waiter(false);
        node.close();
        assertThat(catchCause(waiter)).isInstanceOf(MortiseClosedException.class);
    }

    @Test
    void aCallWithoutAThreadIsCountedWhileItWaits() {
        refuse();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        assertThat(messages.sleepers).hasValue(1);
        push(0);
        assertThat(messages.sleepers).hasValue(0);
        valueOf(waiting);
        lock.unlock();
    }

    @Test
    void aCallThatIsCancelledIsCountedNoLonger() {
        refuse();
        CompletableFuture<Hold> waiting = lock.lockAsync();
        waiting.cancel(false);
        assertThat(messages.sleepers).hasValue(0);
    }

    @Test
    void whoWaitsBehindAHolderOfItsNodeNeedsNoMessageUntilTheRelease() throws Exception {
        lock.lock();
        CountDownLatch parked = new CountDownLatch(1);
        hooked.beforeParking(parked::countDown);
        FutureTask<Void> waiter = begin(false);
        assertThat(parked.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("parked")
                .isTrue();
        store.releaseScript.add(answers(new Answer.Released(new Answer.Refused(1_000, true, SERVER))));
        assertThat(messages.reads).isZero();
        lock.unlock();
        awaitReader();
        assertThat(messages.reader).isNotSameAs(Thread.currentThread());
        pushTo(store.nexts.get(0).number());
        waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** A thread in lock(), or lockInterruptibly(), that reads. */
    private FutureTask<Void> waiter(boolean interruptibly) throws InterruptedException {
        FutureTask<Void> waiter = start(interruptibly);
        awaitReader();
        return waiter;
    }

    private FutureTask<Void> start(boolean interruptibly) {
        refuse();
        return begin(interruptibly);
    }

    private FutureTask<Void> begin(boolean interruptibly) {
        FutureTask<Void> waiter = new FutureTask<>(() -> {
            if (interruptibly) {
                lock.lockInterruptibly();
            } else {
                lock.lock();
            }
            lock.unlock();
            return null;
        });
        Thread thread = new Thread(waiter, "waiter");
        thread.setDaemon(true); // one that is never woken must not keep the JVM from its end
        thread.start();
        return waiter;
    }

    /** Once, and again when it looks. */
    private void refuse() {
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
        store.acquireScript.add(answers(new Answer.Refused(5_000, true, SERVER)));
    }

    private void push(int ask) {
        pushTo(store.asks.get(ask).number());
    }

    private void pushTo(long number) {
        Answer.Granted granted = new Answer.Granted(SERVER, true);
        store.context.signals().granted(new LockId(LockId.LOCK, "lock"), new Pushed(number, granted, 1_000, SERVER));
    }

    private void awaitReader() throws InterruptedException {
        assertThat(messages.entered.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("somebody reads")
                .isTrue();
    }

    private void awaitSleepers(int count) {
        await(count + " sleepers").until(() -> messages.sleepers.get() == count);
    }

    private static Throwable catchCause(FutureTask<Void> task) throws Exception {
        try {
            task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            throw new AssertionError("it ended well");
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
