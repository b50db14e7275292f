package dev.mortise.spi;

import org.jspecify.annotations.Nullable;

/**
 * Why a request has no answer. The engine adds the lock, the owner and the time, and throws it as a
 * {@link dev.mortise.MortiseException}.
 *
 * @param kind what to do about it
 * @param code the server's error code, such as {@code OOM}, or a word of the driver
 * @param what what happened, one sentence, no secrets
 * @param advice what the user should do next, one sentence
 * @param perhapsDone whether the request may have taken effect: unknown is not refused
 * @param cause the driver's exception, if there was one
 */
public record Trouble(
        Kind kind,
        String code,
        String what,
        String advice,
        boolean perhapsDone,
        @Nullable Throwable cause) {

    /** What to do about a trouble. */
    public enum Kind {
        /** May pass: retried within the limit. */
        UNAVAILABLE,
        /** Stays until somebody changes something: told at once. */
        REFUSED,
        /** The lock was free, but who was asked to acknowledge the grant did not in time: told at once. */
        UNACKNOWLEDGED,
        /** The lock's key holds something that is no lock of ours: polled slowly within the limit. */
        FOREIGN
    }
}
