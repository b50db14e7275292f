package dev.mortise.tck;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A promise of the lock was broken: two owners at once, a token that fell or repeated, an unreported loss, a key, thread
 * or connection that was left behind, or a call that exceeded its documented limit.
 *
 * <p>Such a failure is never flaky. Each violation is appended to the file that the system property {@code mortise.violations}
 * names, as soon as it is created, so that it counts even if the thread that found it swallows it and even if the test passes when
 * it runs again. Without the property nothing is written.
 */
public final class SafetyViolation extends AssertionError {

    private static final long serialVersionUID = 1L;

    /** A violation, described by what was seen, with the history that explains it. */
    public SafetyViolation(String message) {
        this(message, null);
    }

    /** A violation that was noticed through another failure. */
    public SafetyViolation(String message, @Nullable Throwable cause) {
        super(message, cause);
        record();
    }

    /** Throws a violation if the condition does not hold. */
    public static void check(boolean holds, String message) {
        if (!holds) {
            throw new SafetyViolation(message);
        }
    }

    /** Runs assertions about safety: a failed one becomes a violation with the same message. */
    public static void checked(Runnable assertions) {
        try {
            assertions.run();
        } catch (SafetyViolation violation) {
            throw violation;
        } catch (AssertionError failed) {
            throw new SafetyViolation(String.valueOf(failed.getMessage()), failed);
        }
    }

    /** Whether this failure is, or was caused by, a violation. */
    static boolean isIn(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SafetyViolation) {
                return true;
            }
        }
        return false;
    }

    private void record() {
        String path = System.getProperty("mortise.violations", "");
        if (path.isEmpty()) {
            return;
        }
        Path marker = Path.of(path).toAbsolutePath();
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.printf(
                "%s, process %d, thread %s%n",
                Instant.now(), ProcessHandle.current().pid(), Thread.currentThread());
        printStackTrace(out);
        out.println();
        try {
            Files.createDirectories(marker.getParent());
            Files.writeString(
                    marker,
                    text.toString(),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            addSuppressed(e);
        }
    }
}
