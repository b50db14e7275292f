package dev.mortise.tck;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Keeps a build red after a {@link SafetyViolation}. A test that violated safety fails again when it is rerun, so that a rerun
 * never hides it, and a test that ran into its time-out counts as a stuck call. JUnit finds this extension by itself if
 * {@code junit.jupiter.extensions.autodetection.enabled} is true.
 */
public final class SafetyExtension
        implements BeforeEachCallback, TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    private static final Set<String> VIOLATED = ConcurrentHashMap.newKeySet();

    /** For JUnit's service loader. */
    public SafetyExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        if (VIOLATED.contains(context.getUniqueId())) {
            throw new AssertionError(
                    "This test violated safety in an earlier run of the same JVM. See the first failure; a rerun proves nothing.");
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw judged(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw judged(context, failure);
    }

    private static Throwable judged(ExtensionContext context, Throwable failure) {
        Throwable judged = failure instanceof TimeoutException
                ? new SafetyViolation(
                        "Stuck: '" + context.getDisplayName() + "' did not end. " + failure.getMessage(), failure)
                : failure;
        if (SafetyViolation.isIn(judged)) {
            VIOLATED.add(context.getUniqueId());
        }
        return judged;
    }
}
