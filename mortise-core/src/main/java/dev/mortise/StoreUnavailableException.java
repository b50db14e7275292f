package dev.mortise;

import org.jspecify.annotations.Nullable;

/** The store could not be reached, or did not answer, for as long as the limit or the wait allowed. */
public final class StoreUnavailableException extends MortiseException {

    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
    }
}
