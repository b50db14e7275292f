package dev.mortise.internal;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The mutex of a local lock, and what is put off until it is left: a waiter without a thread takes its next step on the
 * thread that wakes it, and a release goes to the store. Neither may happen under the mutex.
 */
abstract class Monitor {

    final Engine engine;
    final ReentrantLock mutex = new ReentrantLock();

    private @Nullable ArrayDeque<Acquisition> toWake;
    private @Nullable LiveHold toRelease;

    Monitor(Engine engine) {
        this.engine = engine;
    }

    /** Tells a waiter something under the mutex; it is woken once that is left. */
    final void wakeLater(Acquisition waiter, int signal) {
        waiter.note(signal);
        if (toWake == null) {
            toWake = new ArrayDeque<>(2);
        }
        toWake.add(waiter);
    }

    /** Releases a hold once the mutex is left, for nobody who waits for the answer. */
    final void releaseLater(LiveHold held) {
        toRelease = held;
    }

    /** Leaves the mutex and does what was put off. */
    final void unlockAndWake() {
        ArrayDeque<Acquisition> woken = toWake;
        LiveHold left = toRelease;
        toWake = null;
        toRelease = null;
        mutex.unlock();
        if (left != null) {
            engine.release(left);
        }
        if (woken != null) {
            woken.forEach(Steps::wake);
        }
    }
}
