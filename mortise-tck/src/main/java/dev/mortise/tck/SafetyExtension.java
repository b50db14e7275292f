package dev.mortise.tck;

import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Keeps a build red after a {@link SafetyViolation}. A test that violated safety fails again when it is rerun, so that a rerun
 * never hides it. A test, or what cleans up after it, counts as a stuck call if it ran into its time-out. What prepares a test does
 * not: it mostly starts servers. JUnit finds this extension by itself if {@code junit.jupiter.extensions.autodetection.enabled} is
 * true.
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
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw noted(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw noted(context, failure);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw noted(context, judged(context, failure));
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw noted(context, judged(context, failure));
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw noted(context, judged(context, failure));
    }

    private static Throwable noted(ExtensionContext context, Throwable failure) {
        if (SafetyViolation.isIn(failure)) {
            VIOLATED.add(context.getUniqueId());
        }
        return failure;
    }

    private static Throwable judged(ExtensionContext context, Throwable failure) {
        return !SafetyViolation.isIn(failure) && isTimeOut(failure)
                ? new SafetyViolation(
                        "Stuck: '" + context.getDisplayName() + "' did not end. " + failure.getMessage(), failure)
                : failure;
    }

    /** Also in what a future wraps around it. Deeper down it may be a request that the server did not answer in time. */
    private static boolean isTimeOut(@Nullable Throwable failure) {
        if (failure instanceof ExecutionException || failure instanceof CompletionException) {
            return isTimeOut(failure.getCause());
        }
        return failure instanceof TimeoutException;
    }
}
