package dev.mortise.internal;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Messages;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call in progress, cut into steps that never block, so that a blocked thread ({@link BlockingRun}) and callbacks
 * ({@link AsyncRun}) run the same code. All methods but {@link #signal} are called by the runner, one at a time.
 */
abstract class Steps<T extends @Nullable Object> {

    static final int PROMOTED = 1;
    static final int LOOK = 2;
    static final int CLOSED = 4;
    static final int STRETCHED = 8;
    static final int REENTERED = 16;
    static final int HANDED = 32;
    static final int LEFT = 64;
    static final int ENLISTED = 128;

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Steps, @Nullable Messages> ASLEEP =
            AtomicReferenceFieldUpdater.newUpdater(Steps.class, Messages.class, "asleep");

    private final AtomicInteger signals = new AtomicInteger();
    private volatile @Nullable Runnable waker;

    /** Those that others must read for it while it sleeps. */
    private volatile @Nullable Messages asleep;

    /** The request under way; set before a step returns {@link Todo#AWAIT}. */
    @Nullable
    Reply<Answer> reply;

    /** When to stop waiting or sleeping. */
    long until;

    abstract Todo begin();

    /** The outcome of {@link #reply}, or pending when {@link #until} came first. */
    abstract Todo answered(Outcome<Answer> outcome);

    /** {@link #until} has come, or somebody signalled, or nothing happened at all. */
    abstract Todo woken();

    /** The caller will not come back: interrupted or cancelled. Leaves nothing behind. */
    abstract void abandon(@Nullable Throwable why);

    /** The result after {@link Todo#DONE}; throws what went wrong. */
    abstract T result();

    /** The messages, one of which may wake it; null if none will. */
    @Nullable
    Messages messages() {
        return null;
    }

    /** Whether its thread may read them itself: nobody of this node is about to signal it, who would have to interrupt it there. */
    boolean readsMessages() {
        return true;
    }

    /** Whether it may be signalled so soon that its thread had better look for it before it sleeps. */
    boolean looksFirst() {
        return false;
    }

    /** It sleeps, and others must read. */
    final void sleepsOn(Messages others) {
        asleep = others;
        others.sleeps();
    }

    /** It does not sleep any more, or will not for long. */
    final void wakesUp() {
        Messages others = asleep == null ? null : ASLEEP.getAndSet(this, null);
        if (others != null) {
            others.wakes();
        }
    }

    /** Who is to be woken by a signal; set once, before the first step. */
    final void wakes(Runnable waker) {
        this.waker = waker;
    }

    /** Tells the call something; from any thread. */
    final void signal(int signal) {
        note(signal);
        wake();
    }

    /** Leaves word without waking; for {@link #wake} to follow once no mutex is held. */
    final void note(int signal) {
        signals.getAndUpdate(before -> before | signal);
    }

    /** Wakes whoever runs the steps, who may take the next one on this very thread. */
    final void wake() {
        wakesUp();
        Runnable runner = waker;
        if (runner != null) {
            runner.run();
        }
    }

    final boolean signalled() {
        return signals.get() != 0;
    }

    /** The signals since the last time, all at once. */
    final int takeSignals() {
        return signals.get() == 0 ? 0 : signals.getAndSet(0);
    }
}
