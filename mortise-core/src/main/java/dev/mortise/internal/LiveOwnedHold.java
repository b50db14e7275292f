package dev.mortise.internal;

import dev.mortise.OwnedHold;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A hold that belongs to itself. */
final class LiveOwnedHold extends LiveHold implements OwnedHold {

    LiveOwnedHold(Handle handle, Owner owner, LocalGrant grant, long since) {
        super(handle, owner, grant, since);
    }

    @Override
    public void release() {
        BlockingRun.uninterruptibly(new Release(this), lock.engine.time);
    }

    @Override
    public CompletableFuture<@Nullable Void> releaseAsync() {
        return lock.engine.async(new Release(this), ignored -> null, ignored -> {});
    }

    @Override
    public void close() {
        if (state == State.HELD || (state == State.LOST && !told)) {
            release();
        }
    }
}
