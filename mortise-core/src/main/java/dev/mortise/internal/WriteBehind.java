package dev.mortise.internal;

import dev.mortise.internal.LiveHold.State;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes owner and count of handed-on and re-entered holds to the store a little later, for people to see: the newest value wins, at most one
 * write per lock is under way, and what is back where it was is not written at all.
 */
final class WriteBehind {

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A write without an answer may have been done: what the store has is to be written again, whatever it is by then. */
    private static final int UNKNOWN = -1;

    private final Engine engine;
    private final Queue<LocalLock> marked = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile Time.@Nullable Timer timer;

    WriteBehind(Engine engine) {
        this.engine = engine;
    }

    /** The count has changed; called under the lock's mutex. */
    void mark(LocalLock lock) {
        if (!lock.marked) {
            lock.marked = true;
            marked.add(lock);
            arm(DELAY_NANOS);
        }
    }

    void close() {
        Time.Timer last = timer;
        if (last != null) {
            last.cancel();
        }
    }

    private void arm(long delayNanos) {
        if (armed.compareAndSet(false, true)) {
            timer = engine.time.schedule(engine.time.nanos() + delayNanos, this::flush);
        }
    }

    private void flush() {
        armed.set(false);
        LocalLock lock;
        while ((lock = marked.poll()) != null) {
            write(lock);
        }
    }

    private void write(LocalLock lock) {
        LiveHold hold = unwritten(lock);
        if (hold == null) {
            return;
        }
        int count = hold.count;
        engine.store.amend(hold.grant, hold.owner.text(), count, (grant, outcome) -> written(hold, count, outcome));
    }

    private @Nullable LiveHold unwritten(LocalLock lock) {
        lock.mutex.lock();
        try {
            lock.marked = false;
            LiveHold hold = lock.hold;
            if (hold == null || hold.state != State.HELD || isWritten(hold) || hold.grant.amending) {
                return null;
            }
            hold.grant.amending = true;
            return hold;
        } finally {
            lock.mutex.unlock();
        }
    }

    private static boolean isWritten(LiveHold hold) {
        return hold == hold.grant.written && hold.count == hold.grant.writtenCount;
    }

    private void written(LiveHold hold, int count, Outcome<Boolean> outcome) {
        LocalLock lock = hold.lock;
        lock.mutex.lock();
        try {
            hold.grant.amending = false;
            boolean failed = outcome instanceof Outcome.Failed<Boolean>;
            hold.grant.written = hold;
            hold.grant.writtenCount = failed ? UNKNOWN : count;
            LiveHold present = hold.grant.hold;
            if (present != null && present.state == State.HELD && !isWritten(present) && !lock.marked) {
                lock.marked = true;
                marked.add(lock);
                arm(failed ? RETRY_NANOS : DELAY_NANOS);
            }
        } finally {
            lock.mutex.unlock();
        }
    }
}
