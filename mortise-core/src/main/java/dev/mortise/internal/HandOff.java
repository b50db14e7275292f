package dev.mortise.internal;

import dev.mortise.internal.LiveHold.State;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a lock that is waited for comes to its next owner in this node: inside the grant, to the first in the line or, with
 * barging, to whoever comes first; with the release; or by a message. docs/architecture.md draws it.
 *
 * <p>Everything is called under the local lock's mutex.
 */
final class HandOff {

    private static final int MOST_SPINS = 1_000;

    /** A hold that is handed on sooner had next to nothing to do: a trip to a store takes longer. */
    private static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(30);

    private final LocalLock lock;
    private final Engine engine;

    /** The last hold of a grant that is kept for whoever of this node comes first; null when none is. */
    private @Nullable LiveHold left;

    /** The first in the line while others go past it, and since when. */
    private @Nullable Acquisition passed;

    private long passedSince;

    /** Those of this node who come next in the queue of a fair lock. */
    private @Nullable Run run;

    /** Wakes the first to look at {@link #lookAt}, if it stands in the store's queue by a release and sleeps. */
    private Time.@Nullable Timer lookout;

    private long lookAt;

    HandOff(LocalLock lock) {
        this.lock = lock;
        this.engine = lock.engine;
    }

    /** A hold ends inside the node's slice, and the grant goes on for the next: whether it did. */
    boolean passedOn(LiveHold held) {
        Acquisition next = lock.fair ? firstInRun(held) : lock.waiters.peek();
        LocalGrant grant = held.grant;
        if (next == null || engine.sliceNanos == 0 || engine.isClosed()) {
            return false;
        }
        long now = engine.time.nanos();
        if (!inSlice(grant, now) || !grant.lasts(now) || !next.takesOver(grant)) {
            return false;
        }
        if (!lock.fair && mayBePassed(next, now)) {
            held.count = 0;
            held.state = State.LEFT;
            left = held;
            lock.hold = null;
            lock.wakeLater(next, Steps.LEFT);
            return true;
        }
        if (!grant.sparesToken(now)) {
            return false;
        }
        LiveHold newHold = followInLine(held, next);
        if (lock.fair && run != null) { // it is of this grant: firstInRun has looked
            newHold.served = run.serveFirst();
        } else { // who waits for a fair lock mostly waits for other nodes, too long to look for its turn
            lock.quick = now - held.since < QUICK_NANOS;
        }
        lock.wakeLater(next, Steps.HANDED);
        return true;
    }

    /** Who is next in the queue of a fair lock, if it is one of this node. */
    private @Nullable Acquisition firstInRun(LiveHold held) {
        return run == null || run.grant != held.grant ? null : run.first(lock.waiters);
    }

    /** Somebody comes: whether it finds the lock left to whoever comes first, and has it now. */
    boolean takenBy(Acquisition newcomer) {
        LiveHold before = left;
        if (before == null || !mayTake(newcomer, before.grant)) {
            return false;
        }
        left = null;
        follow(before, newcomer);
        return true;
    }

    /** The first in the line comes for what was left: whether it has it; if it cannot have it, that is released. */
    boolean fetchedBy(Acquisition first) {
        LiveHold before = left;
        if (before == null || lock.waiters.peek() != first) {
            return false;
        }
        if (!mayTake(first, before.grant)) {
            releaseLeft();
            return false;
        }
        left = null;
        passed = null;
        followInLine(before, first);
        return true;
    }

    /** Whether one may have a grant that was left; waits for a token, a microsecond at the most unless time stands still. */
    private boolean mayTake(Acquisition taker, LocalGrant grant) {
        long now = engine.time.nanos();
        if (engine.isClosed() || !inSlice(grant, now) || !grant.lasts(now) || !taker.takesOver(grant)) {
            return false;
        }
        for (int i = 0; i < MOST_SPINS && !grant.sparesToken(now); i++) {
            Thread.onSpinWait();
            now = engine.time.nanos();
        }
        return grant.sparesToken(now);
    }

    /** The last hold of a grant that the node has and nobody holds. */
    @Nullable
    LiveHold left() {
        return left;
    }

    /** Who is to come for what was left may have gone: the next does, or it is released. */
    void firstMayHaveLeft() {
        Acquisition first = lock.waiters.peek();
        if (left == null) {
            return;
        }
        if (first == null) {
            releaseLeft();
        } else {
            lock.wakeLater(first, Steps.LEFT);
        }
    }

    /** A grant has ended; nobody holds it. */
    void lost(LocalGrant grant) {
        LiveHold before = left;
        if (before != null && before.grant == grant) {
            before.state = State.RELEASED;
            engine.watchdog.unwatch(grant);
            left = null;
            lock.promote();
        }
    }

    /** The ask of the first in the line, for the release to take along; null when it must ask for itself. */
    @Nullable
    Ask nextAsk() {
        boolean asksItself = lock.fair || !engine.pushes || lock.id.isMutex() || engine.isClosed();
        Acquisition next = asksItself ? null : lock.waiters.peek();
        return next == null ? null : next.behindARelease();
    }

    /**
     * A release has ended: the next has the lock with it, or stands in the store's queue, or asks for itself.
     *
     * @return false if the store has it for an ask by which nobody stands any more
     */
    boolean released(@Nullable Ask asked, @Nullable Answer answer, long sent) {
        Acquisition waiter = asked == null ? null : lock.waiters.find(one -> one.standsBy(asked.number()));
        Place place = waiter == null ? null : waiter.place();
        if (asked == null || waiter == null || place == null || answer == null) {
            lock.promote();
            return answer == null;
        }
        if (answer instanceof Answer.Granted granted) {
            give(waiter, place, granted, asked.leaseMillis(), Deadlines.after(sent, asked.leaseMillis()));
        } else if (answer instanceof Answer.Refused refused) {
            place.seen(asked.owner(), sent, refused.serverMicros());
            lookOut(engine.time.nanos() + Acquisition.pauseNanos(refused));
            if (engine.store.messages() != null) {
                lock.wakeLater(waiter, Steps.ENLISTED); // it may read its message itself
            }
        }
        return true;
    }

    /** The store has granted the lock to an ask in its queue: whether somebody stands there by it. */
    boolean pushed(Pushed pushed) {
        Acquisition waiter = lock.waiters.find(one -> one.standsBy(pushed.ask()));
        Place place = waiter == null ? null : waiter.place();
        if (waiter == null || place == null) {
            return false;
        }
        long deadline = place.deadline(pushed, engine.time.nanos());
        LocalGrant grant = give(waiter, place, pushed.answer(), pushed.leaseMillis(), deadline);
        run = grant == null || pushed.run().isEmpty() ? null : new Run(grant, pushed.run());
        return true;
    }

    void nobodyWaits() {
        passed = null;
        if (lookout != null) {
            lookout.cancel();
            lookout = null;
        }
    }

    private boolean inSlice(LocalGrant grant, long now) {
        return now - grant.since < engine.sliceNanos;
    }

    /** Whether others may still go past the first in the line. */
    private boolean mayBePassed(Acquisition first, long now) {
        if (first.bargingNanos() == 0) {
            return false;
        }
        if (passed != first) {
            passed = first;
            passedSince = now;
        }
        return now - passedSince < first.bargingNanos();
    }

    /** Passes the same grant on to a waiter. */
    private LiveHold followInLine(LiveHold before, Acquisition next) {
        lock.waiters.remove(next);
        next.waits();
        return follow(before, next);
    }

    /** The next hold of the same grant. */
    private LiveHold follow(LiveHold before, Acquisition next) {
        LocalGrant grant = before.grant;
        engine.events.released(before);
        LiveHold newHold = next.handed(grant, engine.time.nanos());
        grant.hold = newHold; // before the other ends: the watchdog goes on with one of them
        before.count = 0;
        before.state = State.RELEASED;
        engine.watchdog.beginAnew(grant);
        lock.follows(newHold);
        return newHold;
    }

    /** What was left to whoever comes first goes back to the store. */
    private void releaseLeft() {
        LiveHold before = left;
        if (before != null) {
            left = null;
            lock.releasing(before);
            lock.releaseLater(before);
        }
    }

    /**
     * A waiter gets the lock without having asked for it now. If it came late, a look asks for more time; if somebody is to
     * acknowledge it, a look has that done.
     */
    private @Nullable LocalGrant give(
            Acquisition waiter, Place stood, Answer.Granted granted, long leaseMillis, long deadline) {
        long now = engine.time.nanos();
        boolean late = deadline - now < TimeUnit.MILLISECONDS.toNanos(leaseMillis) / 3;
        if (late || !waiter.acknowledgement().isNone()) {
            lock.wakeLater(waiter, Steps.LOOK);
            return null;
        }
        waiter.waits(); // The pushed grant may have arrived before the refusal.
        LocalGrant grant = waiter.grantOf(stood.ask(), granted, leaseMillis, now, deadline);
        lock.holds(waiter, waiter.handed(grant, now), stood);
        lock.wakeLater(waiter, Steps.HANDED);
        return grant;
    }

    /** The first sleeps without knowing that it stands in the store's queue: it is woken when it must look. */
    private void lookOut(long at) {
        lookAt = at;
        if (lookout == null) {
            lookout = engine.time.schedule(at, this::lookIfDue);
        }
    }

    private void lookIfDue() {
        lock.mutex.lock();
        try {
            lookout = null;
            Acquisition first = lock.waiters.peek();
            if (first != null && lock.hold == null && first.place() != null) {
                if (engine.time.nanos() - lookAt < 0) {
                    lookOut(lookAt);
                } else {
                    lock.wakeLater(first, Steps.LOOK);
                }
            }
        } finally {
            lock.unlockAndWake();
        }
    }
}
