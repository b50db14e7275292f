package dev.mortise;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What an owner has of a lock between acquire and release. Safe for use by any thread.
 *
 * <p>A hold is not a proof that nobody else acts. No lock with a lease can stop a holder that was paused, by a long
 * garbage collection, a suspended machine or SIGSTOP, for longer than its lease: another owner gets the lock meanwhile,
 * and the first one, when it goes on, may still write. What Mortise gives against that is a deadline counted
 * conservatively, a signal when the hold is lost, and a {@link #token()} that grows with every hold: a resource that
 * refuses a token lower than the highest it has seen is safe.
 */
public interface Hold {

    /** The name of the lock. */
    String lockName();

    /**
     * The fencing token: higher than that of every earlier hold of this lock; the same through re-entry.
     *
     * @throws UnsupportedOperationException when it is the hold of a {@link Mutex}
     */
    long token();

    /** How often the owner has entered and not left; 0 when released or lost. */
    int count();

    /** How long the hold is certain to last unless it is renewed; zero when released or lost. */
    Duration remaining();

    /** Whether the hold is neither released nor lost, by a clock read now: it never says yes after the deadline. */
    boolean isValid();

    /**
     * Calls back once when this hold is lost, on the node's event thread; soon if it is lost already, never if it is
     * released in time.
     */
    void onLost(Consumer<? super Hold> listener);
}
