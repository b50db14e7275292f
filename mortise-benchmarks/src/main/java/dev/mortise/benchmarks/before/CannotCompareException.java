package dev.mortise.benchmarks.before;

/** Something outside the measurement stops the run. The message is one line for the user. */
final class CannotCompareException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CannotCompareException(String message) {
        super(message);
    }
}
