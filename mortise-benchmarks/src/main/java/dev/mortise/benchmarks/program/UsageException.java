package dev.mortise.benchmarks.program;

/** The command line is wrong; the message says what is. */
public final class UsageException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
