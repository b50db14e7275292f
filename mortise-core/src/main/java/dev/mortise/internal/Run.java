package dev.mortise.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks of this node that stand behind a grant's own in the queue of a fair lock, with nobody else's between them: the grant
 * may go to them in that order without the store. Guarded by the local lock's mutex.
 */
final class Run {

    final LocalGrant grant;
    private final Deque<Long> ahead;
    private final List<Long> served = new ArrayList<>();

    Run(LocalGrant grant, List<Long> asks) {
        this.grant = grant;
        this.ahead = new ArrayDeque<>(asks);
    }

    /** The first who is still there; null when there is none any more. */
    @Nullable
    Acquisition first(Line<Acquisition> waiters) {
        while (!ahead.isEmpty()) {
            long ask = ahead.element();
            Acquisition found = waiters.find(one -> one.standsBy(ask));
            if (found != null) {
                return found;
            }
            ahead.remove(); // it has given up, and was taken off the queue
        }
        return null;
    }

    /** That one is served, and the store is to be told so by the release. */
    List<Long> serveFirst() {
        served.add(ahead.remove());
        return served;
    }
}
