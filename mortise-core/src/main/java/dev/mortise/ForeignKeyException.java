package dev.mortise;

import org.jspecify.annotations.Nullable;

/** The lock's key in the store holds something that is no lock of Mortise, or one without TTL. */
public final class ForeignKeyException extends MortiseException {

    private static final long serialVersionUID = 1L;

    public ForeignKeyException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
    }
}
