package dev.mortise.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lost holds of one lock that their threads have not left yet: each outstanding unlock must throw, and a thread that
 * was not told is told when it comes again. Guarded by the local lock's mutex.
 */
final class Losses {

    private final LocalLock lock;

    /** Replaced when it changes, which is seldom: a lock without losses has no list of its own. */
    private List<LiveHold> holds = List.of();

    Losses(LocalLock lock) {
        this.lock = lock;
    }

    /** Remembers the loss of a thread that lives; objects remember their own. */
    void add(LiveHold lost) {
        if (lost.owner.isThread() && !lost.owner.hasDied()) {
            List<LiveHold> more = new ArrayList<>(holds);
            more.add(lost);
            holds = more;
            lock.engine.locks.keep(lock);
        }
    }

    /** The owner's lost hold, if it has not left it. */
    @Nullable
    LiveHold of(Owner owner) {
        for (LiveHold lost : holds) {
            if (lost.owner.same(owner)) {
                return lost;
            }
        }
        return null;
    }

    /** A thread whose hold was lost is told once before it may begin anew. */
    void tell(Owner owner) {
        LiveHold lost = of(owner);
        if (lost != null && !lost.told) {
            lost.told = true;
            throw lost.lostException();
        }
    }

    /** The owner begins anew. */
    void forget(Owner owner) {
        LiveHold lost = of(owner);
        if (lost != null) {
            forget(lost);
        }
    }

    void forget(LiveHold lost) {
        holds = holds.stream().filter(hold -> hold != lost).toList();
        if (holds.isEmpty()) {
            lock.engine.locks.unkeep(lock);
        }
    }

    /** Forgets what threads lost that are gone. */
    void forgetDead() {
        for (LiveHold lost : holds) {
            if (lost.owner.hasDied()) {
                forget(lost);
            }
        }
    }
}
