package dev.mortise;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Trouble with the store or the node: never "the lock is busy", which is a return value. Its message says what happened,
 * what to do next, and the lock, owner and time.
 */
public class MortiseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Circumstance circumstance;

    public MortiseException(String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message + circumstance.text(), cause);
        this.circumstance = circumstance;
    }

    /** The lock's name, if it was about one. */
    public Optional<String> lockName() {
        return Optional.ofNullable(circumstance.lockName());
    }

    /** The owner that called, if it was about a lock. */
    public Optional<String> owner() {
        return Optional.ofNullable(circumstance.owner());
    }

    /** How long the call had taken. */
    public Duration elapsed() {
        return circumstance.elapsed();
    }
}
