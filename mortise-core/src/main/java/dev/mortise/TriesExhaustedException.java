package dev.mortise;

import org.jspecify.annotations.Nullable;

/** Polling for the lock was given up after the most tries that its {@link WaitStrategy} allows. */
public final class TriesExhaustedException extends MortiseException {

    private static final long serialVersionUID = 1L;

    public TriesExhaustedException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
    }
}
