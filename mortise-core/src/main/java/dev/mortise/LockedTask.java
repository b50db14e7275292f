package dev.mortise;

/**
 * A task to run while a lock is held.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LockedTask<X extends Exception> {
    /** Runs with the lock held. */
    void run(Hold hold) throws X;
}
