package dev.mortise;

import dev.mortise.spi.Escaped;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where an exception happened.
 *
 * @param lockName the lock's name, or null when it was about no lock
 * @param owner {@code node id: … thread-id: …} or {@code node id: … object: …}, or null
 * @param elapsed how long the call had taken, or for a hold, how long it had lasted
 */
public record Circumstance(
        @Nullable String lockName, @Nullable String owner, Duration elapsed) implements Serializable {

    /** About no lock. */
    public static final Circumstance NONE = new Circumstance(null, null, Duration.ZERO);

    /** As the end of an exception's message. */
    String text() {
        if (lockName == null) {
            return "";
        }
        return " (lock '" + Escaped.text(lockName) + "', " + owner + ", after " + elapsed.toMillis() + " ms)";
    }
}
