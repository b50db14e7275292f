package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.MortiseClosedException;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The end of a node. That nothing stays behind is checked after every test of the suite. */
public abstract class CloseContract extends ContractGroup {

    /** Far longer than closing may take if nobody has to be waited for. */
    private static final Duration LONG_GRACE = Duration.ofSeconds(30);

    protected CloseContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C14")
    void everyWaitEndsWithAnException() throws Exception {
        DistributedLock lock = newLock();
        Mortise closing = node();
        DistributedLock other = closing.lock(name());
        lock.lock();
        List<Pending<?>> waits = new ArrayList<>();
        waits.add(actor().start(other::lock));
        awaitWaiters(lock, 1);
        waits.add(actor().start(other::lockInterruptibly));
        waits.add(actor().begin(() -> other.tryLock(Duration.ofMinutes(1))));
        waits.add(actor().begin(() -> other.acquire()));
        CompletableFuture<Hold> future = other.lockAsync();
        CompletableFuture<Boolean> second = other.tryLockAsync(Duration.ofMinutes(1));
        assertTakes(Duration.ZERO, closing::close);
        for (Pending<?> wait : waits) {
            assertThat(wait.failure())
                    .isInstanceOf(MortiseClosedException.class)
                    .hasMessageContaining("'" + name() + "'")
                    .hasMessageContaining("node id: " + closing.nodeId())
                    .hasMessageContaining("build a new one");
        }
        assertThat(new Pending<>(future).failure()).isInstanceOf(MortiseClosedException.class);
        assertThat(new Pending<>(second).failure()).isInstanceOf(MortiseClosedException.class);
        assertNoWaiters(lock);
        lock.unlock();
    }

    @Test
    @ContractRule("C14")
    void holdsOfTheClosingThreadAreReleasedAtOnce() throws Exception {
        Recorder events = new Recorder();
        Mortise closing = node(builder -> builder.closeGrace(LONG_GRACE).listener(events));
        DistributedLock lock = closing.lock(name());
        DistributedLock other = newLock();
        lock.lock();
        lock.lock();
        assertTakes(Duration.ZERO, closing::close);
        assertUnlocked(other);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    @ContractRule("C14")
    void holdsOfOthersGetAGraceTimeToEnd() throws Exception {
        Recorder events = new Recorder();
        Mortise closing = node(builder -> builder.closeGrace(LONG_GRACE).listener(events));
        DistributedLock lock = closing.lock(name());
        Actor holder = actor();
        holder.run(lock::lock);
        OwnedHold owned = closing.lock(name() + ":object").acquire();
        Actor closer = actor();
        Pending<@Nullable Void> close = closer.start(closing::close);
        Eventually.eventually("it closes", () -> isRefused(lock));
        closer.awaitParked(close);
        assertThat(holder.call(lock::isHeldByCurrentThread)).isTrue();
        assertThatThrownBy(lock::lock).isInstanceOf(MortiseClosedException.class);
        assertThat(close.isDone()).as("closed before the holds ended").isFalse();
        holder.run(lock::unlock);
        owned.release();
        close.join();
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        assertUnlocked(newLock());
    }

    @Test
    @ContractRule("C14")
    void whatOutlastsTheGraceIsLostAndTold() throws Exception {
        Recorder events = new Recorder();
        Mortise closing =
                node(builder -> builder.closeGrace(Duration.ofMillis(100)).listener(events));
        DistributedLock lock = closing.lock(name());
        AtomicInteger told = new AtomicInteger();
        Actor holder = actor();
        Hold hold = holder.call(() -> {
            lock.lock();
            Hold mine = lock.hold().orElseThrow();
            mine.onLost(lost -> told.incrementAndGet());
            return mine;
        });
        assertTakes(Duration.ofMillis(100), closing::close);
        assertThat(events.of(LockEvent.Lost.class))
                .extracting(LockEvent.Lost::cause)
                .containsExactly(LossCause.CLOSED);
        assertThat(told).hasValue(1);
        assertThat(hold.isValid()).isFalse();
        assertThat(holder.call(lock::isHeldByCurrentThread)).isFalse();
        DistributedLock other = newLock();
        assertThat(other.isLocked()).as("left to its lease").isTrue();
        other.forceUnlock();
        assertLost(() -> holder.run(lock::unlock)).hasMessageContaining("closed");
    }

    @Test
    @ContractRule("C14")
    void callsAfterCloseAreRefused() throws Exception {
        Mortise closed = node();
        DistributedLock lock = closed.lock(name());
        closed.close();
        assertThatThrownBy(lock::lock)
                .isInstanceOf(MortiseClosedException.class)
                .hasMessageContaining("'" + name() + "'")
                .hasMessageContaining("build a new one");
        assertThatThrownBy(lock::tryLock).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::acquire).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(() -> lock.tryLock(Duration.ofSeconds(1))).isInstanceOf(MortiseClosedException.class);
        assertThat(new Pending<>(lock.lockAsync()).failure()).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::isLocked).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::inspect).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::forceUnlock).isInstanceOf(MortiseClosedException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    @ContractRule("C14")
    void aSecondCloseDoesNothing() {
        Mortise closed = node();
        closed.lock(name()).run(hold -> {});
        closed.close();
        closed.close();
    }

    @Test
    @ContractRule("C14")
    void closeKeepsTheInterruptFlag() {
        Mortise closing = node();
        closing.lock(name()).lock();
        Thread.currentThread().interrupt();
        closing.close();
        assertThat(Thread.interrupted()).isTrue();
        assertUnlocked(newLock());
    }

    @Test
    @ContractRule("C14")
    void closeKeepsAnInterruptThatComesMeanwhile() throws Exception {
        Mortise closing = node(builder -> builder.closeGrace(LONG_GRACE));
        DistributedLock lock = closing.lock(name());
        OwnedHold hold = lock.acquire();
        Actor closer = actor();
        Pending<Boolean> close = closer.begin(() -> {
            closing.close();
            return Thread.interrupted();
        });
        Eventually.eventually("it closes", () -> isRefused(lock));
        closer.interrupt();
        Eventually.eventually("it has seen that", () -> !closer.thread().isInterrupted());
        hold.release();
        assertThat(close.join()).isTrue();
    }

    @Test
    @ContractRule("C14")
    void closeEndsWhatItBeganWhenInterruptedAllTheTime() {
        Mortise closing = node();
        closing.lock(name()).run(hold -> {});
        Thread me = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Thread pest = new Thread(() -> {
            while (!over.get()) {
                me.interrupt();
                Thread.onSpinWait();
            }
        });
        pest.start();
        try {
            closing.close();
        } finally {
            over.set(true);
            Eventually.eventually("nobody interrupts", () -> !pest.isAlive());
            Thread.interrupted();
        }
    }

    @Test
    @ContractRule("C14")
    void closeByAListenerDoesNotHang() throws Exception {
        CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
        Mortise[] closing = new Mortise[1];
        closing[0] = node(builder -> builder.listener(event -> {
            if (event instanceof LockEvent.Released) {
                closing[0].close();
                closed.complete(null);
            }
        }));
        closing[0].lock(name()).run(hold -> {});
        join(closed);
    }

    @Test
    @ContractRule("C14")
    void closeHarmsNoOtherNode() {
        Mortise one = node();
        Mortise two = node();
        DistributedLock lock = two.lock(name());
        lock.lock();
        one.lock(name() + ":other").run(hold -> {});
        one.close();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.isLocked()).isTrue();
        lock.unlock();
    }

    private static boolean isRefused(DistributedLock lock) {
        try {
            return lock.tryLock();
        } catch (MortiseClosedException closed) {
            return true;
        }
    }
}
