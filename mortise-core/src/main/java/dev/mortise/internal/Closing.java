package dev.mortise.internal;

import dev.mortise.LossCause;
import dev.mortise.internal.LiveHold.State;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a node, in order: refuse, end waits, release the closing thread's holds, let others end, lose the rest, take
 * back what is left in the store, end threads and connections. Waits here in real time: whoever closes wants to go on,
 * whatever a test does with the clock.
 */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");
    private static final Duration CLEANUP = Duration.ofSeconds(1);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Engine engine;
    private final Duration grace;
    private boolean interrupted;

    Closing(Engine engine, Duration grace) {
        this.engine = engine;
        this.grace = grace;
    }

    void run() {
        interrupted = Thread.interrupted();
        try {
            engine.refuse();
            engine.locks.forEach(this::releaseOwn);
            await(() -> !engine.hasHolds(), grace);
            engine.locks.forEach(Closing::lose);
            await(() -> engine.leftovers.underWay() == 0 && !anyWaiters(), CLEANUP);
            engine.stop();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void releaseOwn(LocalLock lock) {
        LiveHold hold = lock.holdOf(Thread.currentThread());
        while (hold != null) {
            try {
                BlockingRun.uninterruptibly(new Release(lock, hold.owner), engine.time);
            } catch (RuntimeException e) {
                LOG.warn("closing: {} could not be released, it ends with its lease", lock.id, e);
            }
            hold = lock.holdOf(Thread.currentThread());
        }
    }

    private static void lose(LocalLock lock) {
        LiveHold hold = lock.hold;
        if (hold != null && hold.state == State.HELD) {
            lock.lost(hold.grant, LossCause.CLOSED);
        }
    }

    private boolean anyWaiters() {
        boolean[] any = new boolean[1];
        engine.locks.forEach(lock -> any[0] |= lock.hasWaiters());
        return any[0];
    }

    private void await(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            interrupted |= Thread.interrupted();
        }
    }
}
