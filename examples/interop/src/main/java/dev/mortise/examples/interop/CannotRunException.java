package dev.mortise.examples.interop;

/** Something that is needed is missing; the message says what to do. */
final class CannotRunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CannotRunException(String message) {
        super(message);
    }
}
