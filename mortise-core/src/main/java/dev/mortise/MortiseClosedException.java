package dev.mortise;

import org.jspecify.annotations.Nullable;

/** The node was closed before or during the call. */
public final class MortiseClosedException extends MortiseException {

    private static final long serialVersionUID = 1L;

    public MortiseClosedException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
    }
}
