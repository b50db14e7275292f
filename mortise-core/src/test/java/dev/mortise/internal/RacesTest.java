package dev.mortise.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mortise.HoldLostException;
import dev.mortise.Lease;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import dev.mortise.memory.MovableTime;
import dev.mortise.spi.LockId;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The engine's states when two threads meet: local queue and speaker, hold and grant, watchdog, write-behind. Each scene
 * is played many times, with one thread a little later each time. A wake-up that is lost shows as a time-out. A slow machine
 * plays fewer rounds, so that only a broken engine can run into that.
 *
 * <p>{@code -Dmortise.races=200000} plays longer, and without regard to the time. {@link ModelCheckedTest} looks at the smaller parts under every order.
 */
class RacesTest {

    private static final Integer ROUNDS_ASKED_FOR = Integer.getInteger("mortise.races");
    private static final int ROUNDS = ROUNDS_ASKED_FOR == null ? 3_000 : ROUNDS_ASKED_FOR;
    private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long PATIENCE_SECONDS = 30;
    private static final int LATEST = 300;
    private static final Duration LEASE = Duration.ofMillis(150);

    private final MovableTime time = new MovableTime();
    private final MemoryServer server = new MemoryServer();
    private final Engine engine = node();
    private final ExecutorService second = Executors.newSingleThreadExecutor();
    private int late;
    private int names;

    @AfterEach
    void end() {
        second.shutdownNow();
        engine.close();
    }

    @Test
    void twoThreadsTakeTurnsAndNobodySleepsOn() {
        repeatedly(scene -> {
            Runnable turn = () -> {
                scene.lock.lock();
                scene.inside++;
                scene.lock.unlock();
            };
            both(turn, turn);
            assertEquals(2, scene.inside);
            scene.assertFree();
        });
    }

    @Test
    void aWaitThatEndsWhileTheLockIsReleasedLeavesNothing() {
        repeatedly(scene -> {
            LiveOwnedHold held = (LiveOwnedHold) scene.lock.acquire();
            CompletableFuture<Boolean> wait = scene.lock.tryLockAsync(Duration.ofMillis(10));
            both(held::release, () -> time.advance(Duration.ofMillis(10)));
            if (value(wait)) {
                scene.lock.unlock();
            }
            scene.assertFree();
        });
    }

    @Test
    void aCallThatIsCancelledWhileTheLockIsReleasedLeavesNothing() {
        repeatedly(scene -> {
            LiveOwnedHold held = (LiveOwnedHold) scene.lock.acquire();
            CompletableFuture<OwnedHold> waiting = scene.lock.acquireAsync();
            CompletableFuture<OwnedHold> next = scene.lock.acquireAsync();
            both(held::release, () -> waiting.cancel(false));
            if (!waiting.isCancelled()) {
                value(waiting).release();
            }
            value(next).release();
            scene.assertFree();
        });
    }

    @Test
    void aSpeakerThatGivesUpPassesTheWordOn() {
        try (Mortise elsewhere = node()) {
            repeatedly(scene -> {
                OwnedHold held = elsewhere.lock(scene.lock.name()).acquire();
                CompletableFuture<OwnedHold> speaker = scene.lock.acquireAsync();
                CompletableFuture<OwnedHold> next = scene.lock.acquireAsync();
                both(held::release, () -> speaker.cancel(false));
                if (!speaker.isCancelled()) {
                    value(speaker).release();
                }
                value(next).release();
                scene.assertFree();
            });
        }
    }

    @Test
    void aHoldIsEitherReleasedOrLostAndToldOnce() {
        repeatedly(scene -> {
            LiveOwnedHold held = (LiveOwnedHold) scene.lock.acquire(Lease.of(Duration.ofMillis(20)));
            boolean[] lost = new boolean[1];
            both(
                    () -> {
                        try {
                            held.release();
                        } catch (HoldLostException told) {
                            lost[0] = true;
                        }
                    },
                    () -> time.advance(Duration.ofMillis(24)));
            assertSame(lost[0] ? LiveHold.State.LOST : LiveHold.State.RELEASED, held.state);
            assertEquals(lost[0], held.lossCause != null);
            scene.assertFree();
        });
    }

    @Test
    void aRenewalThatMeetsTheReleaseIsTheLast() {
        repeatedly(scene -> {
            LiveOwnedHold held = (LiveOwnedHold) scene.lock.acquire();
            both(held::release, () -> time.advance(LEASE.dividedBy(2)));
            assertFalse(held.grant.watched);
            assertSame(LiveHold.State.RELEASED, held.state);
            scene.assertFree();
            time.advance(LEASE);
            assertEquals(0, time.timers(), "nothing is watched any more");
        });
    }

    @Test
    void theLastCountIsWritten() {
        repeatedly(scene -> {
            scene.lock.lock();
            scene.lock.lock();
            both(scene.lock::lock, () -> time.advance(Duration.ofMillis(5)));
            time.advance(Duration.ofMillis(6));
            LiveHold held = scene.local().hold;
            assertNotNull(held);
            assertEquals(3, held.count);
            assertEquals(3, held.grant.writtenCount);
            for (int i = 0; i < 3; i++) {
                scene.lock.unlock();
            }
        });
    }

    @Test
    void oneNameIsOneLocalLock() {
        repeatedly(scene -> {
            LockId id = new LockId("lock", "new" + names++);
            LocalLock[] found = new LocalLock[2];
            both(() -> found[0] = engine.locks.get(id, false), () -> found[1] = engine.locks.get(id, false));
            assertSame(found[0], found[1]);
        });
    }

    /** In the one order that chance does not find. */
    @Test
    void aCountThatChangesWhileAnotherIsBeingWrittenIsWrittenNext() {
        HookedStore store = new HookedStore(server);
        try (Mortise mortise = Mortise.builder().store(store).time(time).build()) {
            NamedLock lock = (NamedLock) mortise.lock("counted");
            lock.lock();
            lock.lock();
            store.beforeAmendment = () -> {
                store.beforeAmendment = null;
                lock.lock();
                time.advance(Duration.ofMillis(6)); // due, and passed over: the first is still under way
            };
            time.advance(Duration.ofMillis(5));
            time.advance(Duration.ofMillis(6));
            assertEquals(3, Objects.requireNonNull(lock.local().hold).grant.writtenCount);
        }
    }

    private Engine node() {
        return (Engine) Mortise.builder()
                .store(server.store())
                .time(time)
                .asyncExecutor(Runnable::run)
                .watchdogLease(LEASE)
                .build();
    }

    /** Not join(): a lost wake-up must end the test. */
    private static <T> T value(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private void repeatedly(Consumer<Scene> play) {
        long began = System.nanoTime();
        for (int round = 0; round < ROUNDS && !isEnough(began); round++) {
            late = round % LATEST;
            play.accept(new Scene(round));
        }
    }

    private static boolean isEnough(long began) {
        return ROUNDS_ASKED_FOR == null && System.nanoTime() - began > ENOUGH_NANOS;
    }

    /** Both at once; every other time the one, then the other, is a little late. */
    private void both(Runnable mine, Runnable others) {
        CountDownLatch begin = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(
                () -> {
                    await(begin);
                    spin(late % 2 == 0 ? late : 0);
                    others.run();
                },
                second);
        begin.countDown();
        spin(late % 2 == 0 ? 0 : late);
        mine.run();
        value(other);
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A lock of its own. */
    private final class Scene {
        final NamedLock lock;
        int inside;

        Scene(int round) {
            lock = (NamedLock) engine.lock("a" + round);
        }

        LocalLock local() {
            return lock.local();
        }

        void assertFree() {
            assertNull(local().hold);
            assertFalse(local().hasWaiters());
            assertFalse(lock.isLocked());
            assertTrue(lock.inspect().waiters().isEmpty());
        }
    }
}
