package dev.mortise.benchmarks.run;

/** Mutual exclusion was violated: figures of such a run are worth nothing. */
public final class ViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ViolationException(String message) {
        super(message);
    }
}
