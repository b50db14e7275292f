package dev.mortise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a future has come to where time stands still and every callback runs at once: it has come to it by now, or it never will. */
final class Completed {

    private Completed() {}

    /** The value of a future that is complete; throws as {@link CompletableFuture#join()} if it failed. */
    static <T extends @Nullable Object> T valueOf(CompletableFuture<T> future) {
        assertThat(future).isDone();
        return future.join();
    }
}
