package dev.mortise.internal;

import dev.mortise.HoldLostException;
import dev.mortise.LossCause;
import dev.mortise.internal.LiveHold.State;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Trouble;
import org.jspecify.annotations.Nullable;

/**
 * What this node knows of one lock: at most one hold, and its own waiters, first come first served.
 *
 * <p>The first of the queue is the speaker: the only one that talks to the store. It stays first until it has the lock or
 * gives up; then the next is promoted and inherits the node's place in the store's queue. While there is a hold there is
 * no speaker: when the hold ends it is handed on to the first within the node's slice, or its release asks for the first.
 *
 * <p>Of a fair lock every waiter speaks for itself, and the store's queue alone decides.
 *
 * <p>Everything but {@link #hold} is guarded by {@link #mutex}, which is never held across I/O or user code.
 */
final class LocalLock extends Monitor {

    /** How an acquisition got in. */
    enum Entry {
        REENTERED,
        HANDED,
        SPEAKER,
        QUEUED,
        BUSY
    }

    /** How a grant that answers an ask was received. */
    enum Reception {
        /** The speaker holds the lock by it. */
        TAKEN,

        /** A message has brought it before, and the speaker holds the lock by it. */
        KNOWN,

        /** The speaker has got the lock by another grant meanwhile. This one has no holder. */
        STRAY,

        /** Its lease may be over. It has no holder. */
        LATE
    }

    final LockId id;
    final boolean fair;

    /** The hold of this node, also while it is being released; written under the mutex. */
    volatile @Nullable LiveHold hold;

    final Line<Acquisition> waiters = new Line<>();

    /** Made when somebody waits for the first time: most locks are never waited for. */
    private @Nullable HandOff handOff;

    /** Why the speaker's last ask had no answer, or null: busy and broken must not look alike to those behind it. */
    volatile @Nullable Trouble trouble;

    /** Since when the speaker's ask is under way, or {@link Acquisition#NEVER}. */
    volatile long askedAt = Acquisition.NEVER;

    /** Whether the last hold that was handed on was over in a moment. */
    volatile boolean quick;

    private Losses losses = Losses.NONE;

    /** Whether the write-behind has it on its list. */
    boolean marked;

    /** Whether it was logged that the key is no lock of ours. */
    volatile boolean foreignTold;

    LocalLock(Engine engine, LockId id, boolean fair) {
        super(engine);
        this.id = id;
        this.fair = fair;
    }

    /** Lets an acquisition in: by re-entry, as speaker, or into the queue. */
    Entry enter(Acquisition newcomer) {
        mutex.lock();
        try {
            Owner owner = newcomer.owner;
            losses.tell(owner);
            LiveHold held = hold;
            if (held != null && held.state == State.HELD) {
                if (held.owner.same(owner)) {
                    if (!held.isValid()) {
                        lose(held, held.grant.causeAtDeadline());
                        losses.tell(owner);
                    }
                    requireAcknowledged(held, newcomer);
                    reenter(held, newcomer);
                    return Entry.REENTERED;
                }
                if (!owner.isThread() && held.owner.is(newcomer.caller)) {
                    throw new IllegalMonitorStateException("acquire() of " + id + " by "
                            + engine.nodeAnd(held.owner) + ", which holds it: it would wait for itself. Unlock first, "
                            + "or re-enter with lock()");
                }
            }
            if (handOff != null && handOff.takenBy(newcomer)) {
                return Entry.HANDED;
            }
            if (newcomer.triesOnce() && (held != null || !waiters.isEmpty())) {
                return Entry.BUSY;
            }
            waiters.add(newcomer);
            if (fair || (held == null && waiters.size() == 1)) {
                return Entry.SPEAKER;
            }
            newcomer.waits();
            return Entry.QUEUED;
        } finally {
            unlockAndWake();
        }
    }

    /**
     * The store has granted the speaker the lock.
     *
     * @param now the speaker gets a new hold only if its deadline is later
     */
    Reception granted(Acquisition speaker, LiveHold newHold, long now) {
        mutex.lock();
        try {
            LiveHold handed = speaker.handedHold();
            if (handed != null) {
                return handed.grant.ask() == newHold.grant.ask() ? Reception.KNOWN : Reception.STRAY;
            }
            Place stood = speaker.place();
            speaker.place(null);
            if (newHold.grant.deadline - now <= 0) {
                return Reception.LATE;
            }
            holds(speaker, newHold, stood);
            return Reception.TAKEN;
        } finally {
            unlockAndWake();
        }
    }

    /** The lock was granted to an ask in the store's queue: false if that is nobody's here. */
    boolean pushed(Pushed pushed) {
        mutex.lock();
        try {
            if (!waiters.isEmpty() && handOff().pushed(pushed)) {
                return true;
            }
            LiveHold held = hold;
            if (held == null || held.grant.ask() != pushed.ask()) {
                return false;
            }
            if (held.state == State.RELEASING
                    && held.grant.token() != pushed.answer().token()) {
                held.grantedAgain = pushed; // Released at once, it would make the release in flight find the lock gone.
            }
            return true;
        } finally {
            unlockAndWake();
        }
    }

    /** The first in the queue comes for a lock that was left to whoever comes first: whether it has it now. */
    boolean fetched(Acquisition first) {
        mutex.lock();
        try {
            return first.isHanded() || (handOff != null && handOff.fetchedBy(first));
        } finally {
            unlockAndWake();
        }
    }

    /** The store has refused the speaker, so it waits. */
    void waits(Acquisition speaker) {
        mutex.lock();
        try {
            speaker.waits();
        } finally {
            mutex.unlock();
        }
    }

    /** A waiter stands in the store's queue. */
    void enlisted(Acquisition waiter, Ask ask, long sent, long serverMicros) {
        mutex.lock();
        try {
            Place place = waiter.place();
            if (place != null) {
                place.seen(ask.owner(), sent, serverMicros);
            }
        } finally {
            mutex.unlock();
        }
    }

    /**
     * An acquisition gives up. If it was the speaker, the next is promoted: whether that takes over its place as well.
     *
     * @param keepsPlace whether the store may still release the leaver's ask, so that no other waiter may ask by it
     */
    boolean leave(Acquisition leaver, boolean keepsPlace) {
        mutex.lock();
        try {
            boolean spoke = waiters.peek() == leaver;
            waiters.remove(leaver);
            Acquisition next = waiters.peek();
            if (handOff != null) {
                handOff.firstMayHaveLeft();
            }
            if (next == null) {
                nobodyWaits();
                return false;
            }
            if (fair || !spoke) {
                return false;
            }
            Place place = leaver.place();
            boolean inherits = place != null && !keepsPlace && next.enlists();
            if (inherits) {
                leaver.place(null);
                next.place(place);
            }
            promote();
            return inherits;
        } finally {
            unlockAndWake();
        }
    }

    /**
     * Leaves a hold once.
     *
     * @param of the hold to leave, or null for the one that the thread has
     * @return the hold to release, or null when it goes on
     * @throws HoldLostException when it was lost; the guarded release is sent all the same
     */
    @Nullable
    LiveHold exit(Owner owner, @Nullable LiveHold of) {
        LiveHold gone;
        mutex.lock();
        try {
            LiveHold held = hold;
            if (held != null && held.state == State.HELD && held.owner.same(owner) && (of == null || of == held)) {
                if (held.isValid()) {
                    return leaveOnce(held);
                }
                lose(held, held.grant.causeAtDeadline());
            }
            gone = of != null ? (of.state == State.LOST ? of : null) : losses.of(owner);
            if (gone == null) {
                engine.events.notHeld(id, owner);
                throw new IllegalMonitorStateException((of == null
                                ? "attempt to unlock lock, not locked by current thread by " + engine.nodeAnd(owner)
                                : "attempt to release lock, released before by " + engine.nodeAnd(owner))
                        + " (" + id + "). Call it once for each lock(), on the thread that locked");
            }
            gone.told = true;
            if (of != null || gone.recount(-1) <= 0) {
                losses.forget(gone);
            }
        } finally {
            unlockAndWake();
        }
        engine.leftovers.release(gone.grant);
        throw gone.lostException();
    }

    /**
     * The release of a hold has ended, well or not.
     *
     * @param next what became of the ask that went with it; null if there was none, or if that is not known
     * @param sent when it was sent
     */
    void released(LiveHold held, @Nullable Answer next, long sent) {
        boolean wanted = true;
        mutex.lock();
        try {
            if (held.state == State.RELEASING) {
                held.state = State.RELEASED;
            }
            if (hold == held) {
                hold = null;
                if (handOff == null) {
                    promote();
                } else {
                    wanted = handOff.released(held.next, next, sent);
                }
            }
        } finally {
            unlockAndWake();
        }
        releaseGrantedAgain(held);
        Ask asked = held.next;
        if (!wanted && asked != null) {
            // its waiter has withdrawn, and that has overtaken the release if the server had to be sent its script
            engine.leftovers.withdraw(id, asked.number(), asked.leaseMillis(), null);
        }
    }

    /** The owner of a valid hold is done and leaves its grant to the lease: the store is told nothing. */
    void leftToLease(LiveHold held) {
        mutex.lock();
        try {
            if (hold == held && held.isValid()) {
                held.count = 0;
                held.state = State.RELEASED;
                engine.watchdog.unwatch(held.grant);
                engine.events.released(held);
                hold = null;
                promote();
            }
        } finally {
            unlockAndWake();
        }
    }

    /** A release found its grant gone: the hold was lost and its owner is told by the exception. */
    void lostAtRelease(LiveHold held) {
        mutex.lock();
        try {
            held.state = State.LOST;
            engine.events.lost(held, LossCause.GONE);
            if (hold == held) {
                hold = null;
                promote();
            }
        } finally {
            unlockAndWake();
        }
        releaseGrantedAgain(held);
    }

    /** A hold's release is over. If the store has granted the lock to the same ask again, that grant has no holder. */
    private void releaseGrantedAgain(LiveHold held) {
        Pushed stray = held.grantedAgain;
        if (stray != null) {
            engine.leftovers.release(id, stray);
        }
    }

    /** A grant may have ended without a release: its hold is lost, once. */
    void lost(LocalGrant grant, LossCause cause) {
        mutex.lock();
        try {
            LiveHold held = hold;
            if (held != null && held.grant == grant && held.state == State.HELD) {
                lose(held, cause);
            } else if (handOff != null) {
                handOff.lost(grant);
            }
        } finally {
            unlockAndWake();
        }
    }

    /** A hold was lost before its owner had it: it has nothing to leave. */
    void lostUnseen(LiveHold held) {
        mutex.lock();
        try {
            if (hold == held) {
                lose(held, LossCause.NOT_RENEWED);
            }
            losses.forget(held);
        } finally {
            unlockAndWake();
        }
    }

    /** The lock may be free: the speaker asks again. */
    void look() {
        mutex.lock();
        try {
            Acquisition speaker = waiters.peek();
            if (fair) { // each stands there for itself, also while another of this node is still releasing
                waiters.forEach(waiter -> wakeLater(waiter, Steps.LOOK));
            } else if (speaker != null && isUnknown()) {
                engine.events.woken(id, speaker.owner);
                wakeLater(speaker, Steps.LOOK);
            }
        } finally {
            unlockAndWake();
        }
    }

    /** The node closes: everybody stops waiting. */
    void closed() {
        mutex.lock();
        try {
            waiters.forEach(waiter -> wakeLater(waiter, Steps.CLOSED));
        } finally {
            unlockAndWake();
        }
    }

    /** The node ends, and with it the timer: a release that waits for a better time tries for the last time. */
    void stopped() {
        LiveHold held = hold;
        Release last = held == null ? null : held.release;
        if (last != null) {
            last.signal(Steps.CLOSED);
        }
    }

    /** The hold of this node, or the last one of a grant that it keeps. */
    @Nullable
    LiveHold lastHold() {
        mutex.lock();
        try {
            return hold == null && handOff != null ? handOff.left() : hold;
        } finally {
            mutex.unlock();
        }
    }

    boolean isFirst(Acquisition waiter) {
        mutex.lock();
        try {
            return waiters.peek() == waiter;
        } finally {
            mutex.unlock();
        }
    }

    boolean hasWaiters() {
        mutex.lock();
        try {
            return !waiters.isEmpty();
        } finally {
            mutex.unlock();
        }
    }

    /** The valid hold of that thread. */
    @Nullable
    LiveHold holdOf(Thread thread) {
        LiveHold held = hold;
        return held != null && held.owner.is(thread) && held.isValid() ? held : null;
    }

    /** A thread may ask again before its first ask is answered, with lockAsync: it must not wait for itself. */
    private boolean reenters(LiveHold newHold, Acquisition waiter) {
        if (!waiter.owner.same(newHold.owner)) {
            return false;
        }
        try {
            requireAcknowledged(newHold, waiter);
            reenter(newHold, waiter);
        } catch (IllegalMonitorStateException misuse) {
            waiter.misused(misuse);
        }
        wakeLater(waiter, Steps.REENTERED);
        return true;
    }

    /** A call that asks for an acknowledgement never returns with a grant that was not acknowledged so. */
    private void requireAcknowledged(LiveHold held, Acquisition newcomer) {
        if (!held.grant.acknowledgement.covers(newcomer.acknowledgement())) {
            throw new IllegalMonitorStateException(id + " is held by " + engine.nodeAnd(held.owner) + " with "
                    + held.grant.acknowledgement + " and cannot be entered again with " + newcomer.acknowledgement()
                    + ". Take it with that at first");
        }
    }

    private void reenter(LiveHold held, Acquisition newcomer) {
        if (held.count == Integer.MAX_VALUE) {
            throw new Error("Maximum lock count exceeded");
        }
        held.recount(+1);
        newcomer.reentered(held);
        engine.watchdog.reentered(held.grant, newcomer.plan);
        engine.writeBehind.mark(this);
        engine.events.reentered(held);
    }

    private @Nullable LiveHold leaveOnce(LiveHold held) {
        if (held.count > 1) {
            held.recount(-1);
            engine.watchdog.beginAnew(held.grant);
            engine.writeBehind.mark(this);
            engine.events.stillHeld(held);
            return null;
        }
        if (!waiters.isEmpty() && handOff().passedOn(held)) {
            return null;
        }
        releasing(held);
        return held;
    }

    /** A hold is being released, and the release asks for the next of this node. */
    void releasing(LiveHold held) {
        held.count = 0;
        held.state = State.RELEASING;
        held.next = waiters.isEmpty() ? null : handOff().nextAsk();
        engine.watchdog.unwatch(held.grant);
        hold = held;
    }

    private HandOff handOff() {
        if (handOff == null) {
            handOff = new HandOff(this);
        }
        return handOff;
    }

    /** A waiter leaves the queue and holds the lock; what else its thread waits for is a re-entry. */
    void holds(Acquisition waiter, LiveHold newHold, @Nullable Place stood) {
        LiveHold before = hold;
        if (before != null && before.state == State.HELD) {
            lose(before, LossCause.GONE); // the store has given the lock away: of a fair lock others ask all the time
        }
        waiters.remove(waiter);
        trouble = null;
        hold = newHold;
        losses.forget(waiter.owner);
        // before anybody can re-enter or leave it: else what that tells the watchdog would be undone
        engine.watchdog.watch(newHold);
        if (stood != null && !stood.isKnownAs(waiter.owner)) {
            newHold.grant.written = null;
            engine.writeBehind.mark(this);
        }
        if (waiters.isEmpty()) {
            nobodyWaits();
        } else {
            letReenter(newHold);
        }
    }

    /** Whoever waits behind its own thread's new hold re-enters it. */
    void letReenter(LiveHold newHold) {
        waiters.removeIf(waiter -> reenters(newHold, waiter));
    }

    /** A new hold begins in the place of another of the same grant. */
    void follows(LiveHold newHold) {
        hold = newHold;
        losses.forget(newHold.owner);
        letReenter(newHold);
        engine.writeBehind.mark(this);
    }

    private void nobodyWaits() {
        trouble = null;
        askedAt = Acquisition.NEVER;
        if (handOff != null) {
            handOff.nobodyWaits();
        }
    }

    private void lose(LiveHold held, LossCause cause) {
        held.lossCause = cause;
        held.state = State.LOST;
        engine.watchdog.unwatch(held.grant);
        hold = null;
        losses = losses.with(held);
        engine.events.lost(held, cause);
        if (held.interruptsOnLoss && held.owner.thread() != null) {
            held.owner.thread().interrupt();
        }
        promote();
    }

    void promote() {
        Acquisition next = waiters.peek();
        if (next != null && !fair && isUnknown()) {
            wakeLater(next, Steps.PROMOTED);
        }
    }

    /** Whether the node has nothing from the store: only then may its speaker ask. */
    private boolean isUnknown() {
        return hold == null && (handOff == null || handOff.left() == null);
    }

    /** Forgets lost holds whose threads are gone. */
    void forgetDead() {
        mutex.lock();
        try {
            losses.forgetDead();
        } finally {
            mutex.unlock();
        }
    }
}
