package dev.mortise.internal;

import dev.mortise.MutexHold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A hold of a mutex, which belongs to itself. To leave it twice, or after its loss, is no mistake: it answers "not mine". */
final class LiveMutexHold extends LiveHold implements MutexHold {

    LiveMutexHold(Handle handle, Owner owner, LocalGrant grant, long since) {
        super(handle, owner, grant, since);
    }

    @Override
    public long token() {
        throw new UnsupportedOperationException(
                "the hold of " + lock.id + " has no fencing token: the format of a mutex has"
                        + " no room for one. Use Mortise.lock(name) where the resource must refuse late writes");
    }

    @Override
    public boolean release() {
        try {
            BlockingRun.uninterruptibly(new Release(this), lock.engine.time);
            return true;
        } catch (IllegalMonitorStateException lostOrReleasedBefore) {
            return false;
        }
    }

    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        return lock.engine
                .async(new Release(this), nothing -> true, nothing -> {})
                .exceptionally(thrown -> {
                    if (thrown instanceof IllegalMonitorStateException) {
                        return false;
                    }
                    throw new CompletionException(thrown);
                });
    }

    @Override
    public void close() {
        if (state == State.HELD || (state == State.LOST && !told)) {
            boolean ignored = release();
        }
    }
}
