package dev.mortise.springdata;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gets something by a call that may block for long, one call at a time. Whoever asks while one is under way has given up
 * the time before, and gets its result; the call is never interrupted, since Lettuce would leave a connection behind.
 */
final class Attempt<T> {

    private final AtomicReference<@Nullable CompletableFuture<T>> wanted = new AtomicReference<>();
    private volatile @Nullable Thread thread;

    CompletableFuture<T> begin(Callable<T> call, String threadName) {
        CompletableFuture<T> mine = new CompletableFuture<>();
        if (wanted.getAndSet(mine) == null) {
            thread = Threads.start(threadName, () -> run(call));
        }
        return mine;
    }

    private void run(Callable<T> call) {
        try {
            T result = call.call();
            latest().complete(result);
        } catch (Exception | Error e) {
            latest().completeExceptionally(e);
        }
    }

    private CompletableFuture<T> latest() {
        CompletableFuture<T> latest = wanted.getAndSet(null);
        if (latest == null) {
            throw new IllegalStateException("nobody has asked");
        }
        return latest;
    }

    /** Waits for a call under way: one that the end of its client overtakes may never end. */
    void awaitEnd(Duration limit) {
        Thread last = thread;
        if (last != null && last != Thread.currentThread()) {
            try {
                last.join(Math.max(1, limit.toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
