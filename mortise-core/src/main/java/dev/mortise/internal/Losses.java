package dev.mortise.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lost holds of one lock that their threads have not left yet: each outstanding unlock must throw, and a thread that
 * was not told is told when it comes again. Guarded by the local lock's mutex.
 */
final class Losses {

    /** What every lock begins with; most never lose a hold. */
    static final Losses NONE = new Losses();

    /** Empty for ever in {@link #NONE}. */
    private List<LiveHold> holds = List.of();

    private Losses() {}

    /** Remembers the loss of a thread that lives, here or in a new list; objects remember their own. */
    Losses with(LiveHold lost) {
        if (!lost.owner.isThread() || lost.owner.hasDied()) {
            return this;
        }
        Losses some = this == NONE ? new Losses() : this;
        some.holds = new ArrayList<>(holds);
        some.holds.add(lost);
        lost.lock.engine.locks.keep(lost.lock);
        return some;
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
        if (!holds.contains(lost)) {
            return;
        }
        holds = holds.stream().filter(hold -> hold != lost).toList();
        if (holds.isEmpty()) {
            lost.lock.engine.locks.unkeep(lost.lock);
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
