package dev.mortise;

import org.jspecify.annotations.Nullable;

/**
 * The lock was free and was granted, but too few replicas or disks had it within the time that its {@link Acknowledgement}
 * gives, so it was released again: it is not held, and was not busy.
 */
public final class NotAcknowledgedException extends MortiseException {

    private static final long serialVersionUID = 1L;

    public NotAcknowledgedException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
    }
}
