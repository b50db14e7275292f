package dev.mortise.tck;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A call in progress on an {@link Actor}. */
public final class Pending<T extends @Nullable Object> {

    private static final long PATIENCE_SECONDS = 45;

    /** How often {@link #joinAll} looks at the progress. */
    private static final long LOOK_MILLIS = 100;

    private static final long PATIENCE_LOOKS = TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) / LOOK_MILLIS;

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

    /**
     * Waits for scripts of many calls, however long they take together, and throws what the first of them threw. They are stuck only
     * if the progress stands still for as long as a single call may take. Looks are counted instead of seconds, because a machine that
     * stalls makes no progress either.
     *
     * @param progress a number that changes with each turn, such as a counter
     */
    public static void joinAll(LongSupplier progress, List<? extends Pending<?>> scripts) throws Exception {
        for (Pending<?> script : scripts) {
            long seen = progress.getAsLong();
            for (int looks = 0; !script.endsSoon(); looks++) {
                long now = progress.getAsLong();
                if (now != seen) {
                    seen = now;
                    looks = 0;
                }
                SafetyViolation.check(
                        looks < PATIENCE_LOOKS,
                        "Stuck: a call did not end, and no other took its turn for " + PATIENCE_SECONDS + " s.");
            }
            script.join();
        }
    }

    private boolean endsSoon() throws InterruptedException {
        try {
            future.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            // join() throws it
        } catch (TimeoutException pending) {
            return false;
        }
        return true;
    }
}
