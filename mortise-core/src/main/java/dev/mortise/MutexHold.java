package dev.mortise;

import java.util.concurrent.CompletableFuture;

/** A hold of a {@link Mutex}. It belongs to this object: any thread may release it. */
public interface MutexHold extends Hold, AutoCloseable {

    /**
     * Not supported: the value of a mutex has no room for a token. Where a late write must be refused, take
     * {@link Mortise#lock(String)} and its token.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    long token();

    /**
     * Releases the mutex: whether it was still this hold's. False when it was lost or released before; whoever has it by
     * then is not harmed.
     *
     * @throws MortiseException when the store cannot be reached: the mutex then ends with its lease at the latest
     */
    boolean release();

    /** As {@link #release()}, without waiting for the store. */
    CompletableFuture<Boolean> releaseAsync();

    /** As {@link #release()}, whatever it says: ask {@link #isValid()}, or {@link #onLost}, where a loss matters. */
    @Override
    void close();
}
