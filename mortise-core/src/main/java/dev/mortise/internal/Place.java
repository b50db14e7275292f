package dev.mortise.internal;

import dev.mortise.spi.Ask;
import dev.mortise.spi.Pushed;
import java.util.concurrent.TimeUnit;

/** The ask by which a waiter stands, or may stand, in the store's queue. Guarded by the local lock's mutex. */
final class Place {

    private static final long UNKNOWN = 0;

    private final long ask;

    /** Who waits there, as the store knows it. */
    private String owner;

    /** When the request was sent that the store answered at its time {@link #serverMicros}; the first one before that. */
    private long sent;

    private long serverMicros = UNKNOWN;

    /** Whether the store may have it. */
    private boolean enlisted;

    Place(Ask ask, boolean enlisted, long now) {
        this.ask = ask.number();
        this.owner = ask.owner();
        this.enlisted = enlisted;
        this.sent = now;
    }

    long ask() {
        return ask;
    }

    boolean isEnlisted() {
        return enlisted;
    }

    boolean isKnownAs(Owner waiter) {
        return owner.equals(waiter.text());
    }

    /** The store has enlisted it, or seen it there, at that time of its own, by a request sent at that time of ours. */
    void seen(String bySpeaker, long whenSent, long atServerMicros) {
        enlisted = true;
        owner = bySpeaker;
        sent = whenSent;
        serverMicros = atServerMicros;
    }

    /**
     * Until when a pushed grant is certain: it was made as long after the last answer by the server's clock, and not later
     * than now; without an answer, not before the ask was sent. It is over now if its time is by nobody knows which clock.
     */
    long deadline(Pushed grant, long now) {
        if (grant.serverMicros() == Pushed.UNKNOWN) {
            return now;
        }
        long granted = serverMicros == UNKNOWN
                ? sent
                : sent + TimeUnit.MICROSECONDS.toNanos(grant.serverMicros() - serverMicros);
        return Deadlines.after(Deadlines.earlier(granted, now), grant.leaseMillis());
    }
}
