package dev.mortise.internal;

import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.LockListener;
import dev.mortise.LossCause;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what happens: to the log at once, to listeners in order on a thread of their own that begins with the first
 * event. Nothing here blocks, so it may be called with a mutex held.
 */
final class Events {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");

    private final List<LockListener> listeners;
    private final ThreadPoolExecutor queue;

    Events(List<LockListener> listeners, String threadName) {
        this.listeners = listeners;
        this.queue = new ThreadPoolExecutor(
                1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.daemon(threadName));
        this.queue.allowCoreThreadTimeOut(true);
    }

    void acquired(LiveHold hold, Duration waited) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("acquired {} by {}, token {}", hold.lock.id, hold.owner, hold.token);
        }
        publish(() -> new LockEvent.Acquired(hold.lockName(), hold.owner.toString(), hold.token, waited));
    }

    void waiting(LockId lock, Owner owner) {
        LOG.debug("waiting for {}: {}", lock, owner);
        publish(() -> new LockEvent.Waiting(lock.name(), owner.toString()));
    }

    void woken(LockId lock, Owner owner) {
        LOG.debug("woken for {}: {}", lock, owner);
    }

    void gaveUp(LockId lock, Owner owner, Duration waited, @Nullable Throwable why) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("gave up {}: {} after {}", lock, owner, waited);
        }
        publish(() -> new LockEvent.GaveUp(lock.name(), owner.toString(), waited, why));
    }

    void stillHeld(LiveHold hold) {
        int count = hold.count;
        if (LOG.isDebugEnabled()) {
            LOG.debug("still held {} by {}, count {}", hold.lock.id, hold.owner, count);
        }
        publish(() -> new LockEvent.StillHeld(hold.lockName(), hold.owner.toString(), hold.token, count));
    }

    void released(LiveHold hold) {
        LOG.debug("released {} by {}", hold.lock.id, hold.owner);
        publish(() -> new LockEvent.Released(hold.lockName(), hold.owner.toString(), hold.token, hold.age()));
    }

    void renewed(LiveHold hold) {
        LOG.debug("renewed {} of {}", hold.lock.id, hold.owner);
        publish(() -> new LockEvent.Renewed(hold.lockName(), hold.owner.toString(), hold.token));
    }

    void renewalFailed(LiveHold hold, Trouble trouble, int failures) {
        if (failures == 1) {
            LOG.warn(
                    "could not renew {} of {}, lost in {} unless it can: {}; {}",
                    hold.lock.id,
                    hold.owner,
                    hold.remaining(),
                    trouble.what(),
                    trouble.advice());
        }
        publish(() -> new LockEvent.RenewalFailed(hold.lockName(), hold.owner.toString(), hold.token, trouble.what()));
    }

    /** The hold was lost: its own listeners are told too. Called under the local lock's mutex. */
    void lost(LiveHold hold, LossCause cause) {
        LOG.warn(
                "lost {} of {}, token {}: {}. What it protects must refuse this token, or be checked",
                hold.lock.id,
                hold.owner,
                hold.token,
                cause.text());
        publish(() -> new LockEvent.Lost(hold.lockName(), hold.owner.toString(), hold.token, cause));
        hold.listeners().forEach(listener -> tell(hold, listener));
    }

    void threadDied(LiveHold hold) {
        LOG.warn("{} ended without unlocking {}: it is renewed no more", hold.owner, hold.lock.id, hold.takenAt);
        publish(() -> new LockEvent.ThreadDied(hold.lockName(), hold.owner.toString(), hold.token, hold.takenAt));
    }

    void heldLong(LiveHold hold) {
        Throwable stack = hold.takenAt != null ? hold.takenAt : presentStack(hold.owner.thread());
        LOG.warn("{} holds {} since {}", hold.owner, hold.lock.id, hold.age(), stack);
        publish(() -> new LockEvent.HeldLong(hold.lockName(), hold.owner.toString(), hold.token, hold.age(), stack));
    }

    /** Calls a listener of one hold, in order with the events. */
    void tell(Hold hold, Consumer<? super Hold> listener) {
        enqueue(() -> listener.accept(hold));
    }

    /** Tells what there is to tell and ends the thread. */
    void close() {
        queue.shutdown();
        Threads.join(queue);
        queue.shutdownNow();
    }

    private void publish(Supplier<LockEvent> event) {
        if (!listeners.isEmpty()) {
            LockEvent made = event.get();
            enqueue(() -> {
                for (LockListener listener : listeners) {
                    guarded(() -> listener.on(made));
                }
            });
        }
    }

    private void enqueue(Runnable task) {
        try {
            queue.execute(() -> guarded(task));
        } catch (RejectedExecutionException closed) {
            LOG.debug("a listener is not told: the node is closed");
        }
    }

    private static void guarded(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("a listener failed; events go on", e);
        }
    }

    private static @Nullable Throwable presentStack(@Nullable Thread thread) {
        if (thread == null || !thread.isAlive()) {
            return null;
        }
        Throwable stack = new Throwable("present stack of " + thread.getName());
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }
}
