package dev.mortise;

import java.time.Duration;
import java.util.Optional;

/**
 * The owner had the lock and lost it before it unlocked: what it did since may have overlapped with another owner. The
 * token of the lost hold is lower than that of any later one.
 */
public final class HoldLostException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1L;

    private final LossCause reason;
    private final long token;
    private final Circumstance circumstance;

    public HoldLostException(LossCause reason, long token, Circumstance circumstance) {
        super("the lock was lost before it was unlocked: " + reason.text() + "; token " + token
                + ". Check what was written under it, or let the resource refuse this token" + circumstance.text());
        this.reason = reason;
        this.token = token;
        this.circumstance = circumstance;
    }

    /** Why it was lost. */
    public LossCause reason() {
        return reason;
    }

    /** The fencing token of the lost hold. */
    public long token() {
        return token;
    }

    /** The lock's name. */
    public Optional<String> lockName() {
        return Optional.ofNullable(circumstance.lockName());
    }

    /** The owner that had it. */
    public Optional<String> owner() {
        return Optional.ofNullable(circumstance.owner());
    }

    /** How long it had been held. */
    public Duration elapsed() {
        return circumstance.elapsed();
    }
}
