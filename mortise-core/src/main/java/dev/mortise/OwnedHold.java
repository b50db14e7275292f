package dev.mortise;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A hold that belongs to this object, not to a thread: any thread may release it, once. */
public interface OwnedHold extends Hold, AutoCloseable {

    /**
     * Releases the lock.
     *
     * @throws HoldLostException when the hold was lost before
     * @throws IllegalMonitorStateException when it was released before
     * @throws MortiseException when the store cannot be reached: the lock then ends with its lease at the latest
     */
    void release();

    /** Releases the lock without waiting for the store. */
    CompletableFuture<@Nullable Void> releaseAsync();

    /** As {@link #release()}, but does nothing when it was released before. */
    @Override
    void close();
}
