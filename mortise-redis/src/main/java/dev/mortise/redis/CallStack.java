package dev.mortise.redis;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The queued calls, linked from the newest to the oldest; anybody may push, look at them, or take them all. */
final class CallStack {

    private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();

    void push(Call call) {
        Call before;
        do {
            before = newest.get();
            call.older = before;
        } while (!newest.compareAndSet(before, call));
    }

    /** The newest, linked by {@link Call#older}. */
    @Nullable
    Call newest() {
        return newest.get();
    }

    /** Takes all and turns them round: the oldest, linked by {@link Call#newer}. */
    @Nullable
    Call takeAll() {
        Call call = newest.get() == null ? null : newest.getAndSet(null);
        if (call == null) {
            return null;
        }
        for (Call before = call.older; before != null; before = call.older) {
            before.newer = call;
            call = before;
        }
        return call;
    }
}
