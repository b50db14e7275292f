package dev.mortise.tck;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A call in progress on an {@link Actor}. */
public final class Pending<T extends @Nullable Object> {

    private static final long PATIENCE_SECONDS = 45;

    private final CompletableFuture<T> future;

    Pending(CompletableFuture<T> future) {
        this.future = future;
    }

    public boolean isDone() {
        return future.isDone();
    }

    /** The result, awaited for a bounded time; throws what the call threw. */
    public T join() throws Exception {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new SafetyViolation("Stuck: a call did not end within " + PATIENCE_SECONDS + " s.", e);
        }
    }

    /** What the call threw, awaited for a bounded time. */
    public Throwable failure() throws InterruptedException {
        try {
            return fail("expected an exception, got %s", future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            throw new SafetyViolation("Stuck: a call did not end within " + PATIENCE_SECONDS + " s.", e);
        }
    }
}
