package dev.mortise;

import org.jspecify.annotations.Nullable;

/**
 * A task with a result to run while a lock is held.
 *
 * @param <T> its result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, X extends Exception> {
    /** Runs with the lock held. */
    T call(Hold hold) throws X;
}
