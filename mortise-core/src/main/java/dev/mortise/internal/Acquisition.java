package dev.mortise.internal;

import dev.mortise.Acknowledgement;
import dev.mortise.TriesExhaustedException;
import dev.mortise.WaitStrategy;
import dev.mortise.internal.LocalLock.Entry;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Messages;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call that wants a lock, from its entry into the local queue to its hold, its refusal or its failure.
 * docs/architecture.md draws the states.
 */
final class Acquisition extends Steps<@Nullable LiveHold> {

    /** A time that does not come. */
    static final long NEVER = Long.MAX_VALUE;

    /** How long after the deadline of a wait a reply that is under way may still come. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How long the speaker's ask may be under way before a call that does not wait takes the store for broken. */
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A waiter asks again after this time even if nothing was heard. */
    static final long SLOW_POLL_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The same while the node could not be told: messages are down. */
    private static final long DEAF_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Between two looks at a key that is no lock of ours. */
    private static final long FOREIGN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private enum Phase {
        QUEUED,
        ASKING,
        WAITING,
        PAUSED,
        STRETCHING,
        OVER
    }

    final Owner owner;
    final @Nullable Thread caller;
    final LeasePlan plan;
    private final Engine engine;
    private final LocalLock lock;
    private final Handle handle;
    private final WaitStrategy strategy;
    private final long started;
    private final long deadline;
    private final boolean once;

    private Phase phase = Phase.QUEUED;
    private @Nullable Ask ask;

    /** Where it stands in the store's queue; written by itself while it asks, by the local lock under its mutex otherwise. */
    private volatile @Nullable Place place;

    private boolean unresolved;
    private long sent;
    private int tries;
    private int failures;
    private long failingSince;
    private @Nullable Trouble lastTrouble;
    private long lookAt;
    private boolean announced;
    private @Nullable LiveHold result;
    private @Nullable RuntimeException failure;

    /**
     * @param waitNanos {@link #NEVER} for no limit, zero or less to try once
     */
    Acquisition(Handle handle, Owner owner, LeasePlan plan, long waitNanos) {
        this.handle = handle;
        this.lock = handle.local();
        this.engine = lock.engine;
        this.owner = owner;
        this.caller = Thread.currentThread();
        this.plan = plan;
        this.strategy = handle.strategy();
        this.started = engine.time.nanos();
        this.once = waitNanos <= 0;
        this.deadline = waitNanos >= NEVER / 2 ? NEVER : started + waitNanos;
    }

    boolean triesOnce() {
        return once;
    }

    /** Called by the local lock, under its mutex, when this call re-enters a hold: as it comes, or while it is queued. */
    void reentered(LiveHold hold) {
        result = hold;
    }

    /** Who must have a grant before it counts for this call. */
    Acknowledgement acknowledgement() {
        return handle.acknowledgement();
    }

    /** Called by the local lock, under its mutex, when this call waits for what its own thread must not take so. */
    void misused(RuntimeException why) {
        failure = why;
    }

    /** Whether it can be handed a lock that another owner of this node leaves: it would return with it. */
    boolean takesOver(LocalGrant grant) {
        return grant.suits(plan, handle.acknowledgement()) && !strategy.polls() && (once || !isOver(deadline));
    }

    /** Called under the mutex of the local lock when this call has to wait, at the latest before it is handed the lock. Reported once. */
    void waits() {
        if (!announced) {
            announced = true;
            engine.events.waiting(lock.id, owner);
        }
    }

    /** Called by the local lock, under its mutex, when it gets the lock from another owner of this node, or from the store. */
    LiveHold handed(LocalGrant grant, long now) {
        LiveHold hold = handle.newHold(owner, grant, now);
        result = hold;
        place = null;
        engine.events.acquired(hold, elapsed());
        return hold;
    }

    /** How long others may go past it when it is the first in the line. */
    long bargingNanos() {
        return handle.bargingNanos();
    }

    /** Whether it stands in the store's queue while it waits. */
    boolean enlists() {
        return !strategy.polls();
    }

    /** Whether it was handed the lock; asked by the local lock, under its mutex. */
    boolean isHanded() {
        return result != null;
    }

    /** The hold by which it was handed the lock, or null; asked by the local lock, under its mutex. */
    @Nullable
    LiveHold handedHold() {
        return result;
    }

    /** Where it stands in the store's queue, or may stand. */
    @Nullable
    Place place() {
        return place;
    }

    /** Called by the local lock, under its mutex: it leaves its place, or takes over another's. */
    void place(@Nullable Place inherited) {
        place = inherited;
    }

    boolean standsBy(long number) {
        Place mine = place;
        return mine != null && mine.ask() == number;
    }

    /** The ask that a release is to take along for it; null if it must ask for itself. Under the local lock's mutex. */
    @Nullable
    Ask behindARelease() {
        boolean unasked = handle.acknowledgement().isNone(); // a release is not acknowledged, nor what it grants
        if (strategy.polls() || place != null || !unasked || !engine.store.listening()) {
            return null;
        }
        Ask behind = new Ask(lock.id, engine.nextAsk(), owner.text(), askedLease(), true, false);
        place = new Place(behind, true, engine.time.nanos());
        return behind;
    }

    /** The grant that a push, or the release of another owner, has brought. */
    LocalGrant grantOf(long number, Answer.Granted granted, long leaseMillis, long now, long until) {
        return new LocalGrant(lock, number, granted, plan, Acknowledgement.none(), leaseMillis, true, now, until);
    }

    @Override
    @Nullable
    Messages messages() {
        Place mine = place;
        return mine != null && mine.isEnlisted() ? engine.store.messages() : null;
    }

    /** Not while the lock may come from another owner of this node. */
    @Override
    boolean readsMessages() {
        return lock.hold == null && (!lock.fair || lock.isFirst(this));
    }

    /** While the lock goes from owner to owner of this node, quickly. */
    @Override
    boolean looksFirst() {
        return lock.quick && lock.hold != null;
    }

    @Override
    Todo begin() {
        engine.requireOpen(lock.id, owner, started);
        Entry entry = lock.enter(this);
        return switch (entry) {
            case REENTERED, HANDED -> over();
            case BUSY -> {
                RuntimeException why = unanswered();
                yield why == null ? over() : fail(why);
            }
            case SPEAKER -> ask();
            case QUEUED -> {
                until = deadline;
                yield engine.isClosed() ? closed() : Todo.SLEEP;
            }
        };
    }

    @Override
    Todo answered(Outcome<Answer> outcome) {
        lock.askedAt = NEVER;
        if (outcome instanceof Outcome.Done<Answer> done) {
            if (done.value() instanceof Answer.Granted granted) {
                return granted(granted);
            }
            if (done.value() instanceof Answer.Refused refused) {
                return refused(refused);
            }
            throw new IllegalStateException("an acquire was answered with " + done.value());
        }
        if (outcome instanceof Outcome.Failed<Answer> failed) {
            return troubled(failed.trouble());
        }
        unresolved = true;
        return fail(engine.failures.noAnswer(lastTrouble, elapsed(), lock.id, owner));
    }

    @Override
    Todo woken() {
        int signals = takeSignals();
        if (phase == Phase.STRETCHING) {
            return (signals & STRETCHED) != 0 || isOver(until) ? stretched() : Todo.SLEEP;
        }
        if ((signals & (REENTERED | HANDED)) != 0) {
            leavePlace();
            return over();
        }
        if ((signals & CLOSED) != 0 || engine.isClosed()) {
            return closed();
        }
        if ((signals & LEFT) != 0 && lock.fetched(this)) {
            return over();
        }
        if (phase == Phase.QUEUED) {
            if ((signals & PROMOTED) != 0 || ((signals & LOOK) != 0 && place != null)) {
                return ask();
            }
            if (!isOver(deadline)) {
                return Todo.SLEEP;
            }
            RuntimeException why = unanswered();
            return why == null ? giveUp() : fail(why);
        }
        if (phase == Phase.PAUSED && isOver(endOfTrouble())) {
            return fail(engine.failures.of(lastTrouble, elapsed(), lock.id, owner));
        }
        if (phase == Phase.WAITING && isOver(deadline)) {
            return giveUp();
        }
        // whoever polls keeps to its own pauses and tries
        boolean told = (signals & LOOK) != 0 && !(phase == Phase.WAITING && strategy.polls());
        return told || isOver(lookAt) ? ask() : Todo.SLEEP;
    }

    @Override
    void abandon(@Nullable Throwable why) {
        if (phase == Phase.STRETCHING || phase == Phase.OVER) {
            if (result != null) {
                engine.releaseUnwanted(result);
            }
            return;
        }
        leave(phase == Phase.ASKING);
        engine.releaseUnwanted(result);
        engine.events.gaveUp(lock.id, owner, elapsed(), why);
        phase = Phase.OVER;
    }

    @Override
    @Nullable
    LiveHold result() {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    private Todo ask() {
        boolean handed = (takeSignals() & (REENTERED | HANDED)) != 0;
        Place mine = place;
        if (handed || (mine == null && result != null)) { // since the step began
            leavePlace();
            return over();
        }
        tries++;
        phase = Phase.ASKING;
        sent = engine.time.nanos();
        ask = nextAsk(mine);
        lock.askedAt = sent;
        until = once || deadline == NEVER ? NEVER : Math.max(deadline, sent) + GRACE_NANOS;
        reply = engine.store.acquire(ask);
        return Todo.AWAIT;
    }

    /** The same as long as its outcome is open or it stands in the queue: then it is a look. */
    private Ask nextAsk(@Nullable Place mine) {
        boolean enlist = !once && !strategy.polls() && engine.store.listening();
        boolean again = mine != null || unresolved;
        long number = mine != null ? mine.ask() : unresolved ? current().number() : engine.nextAsk();
        Ask next = new Ask(lock.id, number, owner.text(), askedLease(), enlist, strategy.polls(), again, inTime());
        if (enlist && mine == null) {
            place = new Place(next, unresolved, sent); // before it is sent: a grant may overtake the refusal
        }
        return next;
    }

    /** Until its reply is seen a grant has the watchdog's lease at most. */
    private long askedLease() {
        return Math.min(plan.millis(), handle.watchdogMillis());
    }

    /** The acknowledgement that is asked for, within what is left of the wait. */
    private Acknowledgement inTime() {
        Acknowledgement asked = handle.acknowledgement();
        if (asked.isNone() || once || deadline == NEVER) {
            return asked;
        }
        long left = Math.max(TimeUnit.MILLISECONDS.toNanos(1), deadline - engine.time.nanos());
        return asked.atMost(Duration.ofNanos(left));
    }

    private Todo granted(Answer.Granted granted) {
        Ask won = current();
        long graceEnd = Deadlines.after(sent, won.leaseMillis());
        long now = engine.time.nanos();
        LocalGrant grant = new LocalGrant(
                lock,
                won.number(),
                granted,
                plan,
                won.acknowledgement(),
                won.leaseMillis(),
                announced || lock.fair,
                now,
                graceEnd);
        LiveHold hold = handle.newHold(owner, grant, now);
        switch (lock.granted(this, hold, now)) {
            case KNOWN -> {
                return over();
            }
            case STRAY -> {
                engine.leftovers.release(grant);
                return over();
            }
            case LATE -> {
                engine.leftovers.release(grant);
                unresolved = false;
                return troubled(Failures.tooSlow(won.leaseMillis()));
            }
            case TAKEN -> {}
        }
        if (engine.isClosed()) {
            engine.releaseUnwanted(hold);
            failure = engine.failures.closed(lock.id, owner, elapsed());
            return over();
        }
        result = hold;
        engine.events.acquired(hold, elapsed());
        if (plan.millis() <= won.leaseMillis()) {
            return over();
        }
        phase = Phase.STRETCHING;
        until = Deadlines.earlier(now + TimeUnit.SECONDS.toNanos(1), graceEnd);
        engine.watchdog.stretch(grant, () -> signal(STRETCHED));
        return Todo.SLEEP;
    }

    /** The whole lease is there, or will be soon; a hold that was lost meanwhile is not returned. */
    private Todo stretched() {
        LiveHold held = result;
        if (held == null || held.isValid()) {
            return over();
        }
        result = null;
        lock.lostUnseen(held);
        return fail(engine.failures.of(Failures.tooSlow(current().leaseMillis()), elapsed(), lock.id, owner));
    }

    private Todo refused(Answer.Refused refused) {
        unresolved = false;
        failures = 0;
        lastTrouble = null;
        lock.trouble = null;
        if (refused.enlisted()) {
            lock.enlisted(this, current(), sent, refused.serverMicros());
        }
        if (engine.isClosed()) {
            return closed();
        }
        long now = engine.time.nanos();
        if (once || isOver(deadline)) {
            return giveUp();
        }
        if (strategy.maxTries() > 0 && tries >= strategy.maxTries()) {
            return deadline == NEVER ? fail(triesExhausted()) : giveUp();
        }
        lock.waits(this);
        phase = Phase.WAITING;
        lookAt = now + pauseAfter(refused);
        until = Math.min(lookAt, deadline);
        return Todo.SLEEP;
    }

    private long pauseAfter(Answer.Refused refused) {
        return strategy.polls() ? strategy.pauseNanos(tries) : pauseNanos(refused);
    }

    /** How long one who was refused sleeps at the most. */
    static long pauseNanos(Answer.Refused refused) {
        long longest = refused.enlisted() ? SLOW_POLL_NANOS : DEAF_POLL_NANOS;
        // a millisecond more, so that the key has ended when we ask
        return Math.min(longest, TimeUnit.MILLISECONDS.toNanos(refused.millisLeft() + 1));
    }

    private Todo troubled(Trouble trouble) {
        unresolved |= trouble.perhapsDone();
        if (trouble.kind() == Trouble.Kind.UNACKNOWLEDGED) {
            lock.trouble = null; // the store answers: those behind may not want to be acknowledged
            place = null; // it was granted, so it stands nowhere
            return fail(engine.failures.of(trouble, elapsed(), lock.id, owner));
        }
        Place mine = place;
        if (!unresolved && mine != null && !mine.isEnlisted()) {
            place = null;
        }
        if (failures++ == 0) {
            failingSince = engine.time.nanos();
        }
        lastTrouble = trouble;
        lock.trouble = trouble;
        if (trouble.kind() == Trouble.Kind.FOREIGN) {
            engine.failures.warnForeign(lock.id, trouble);
        }
        if (once || trouble.kind() == Trouble.Kind.REFUSED || isOver(endOfTrouble())) {
            return fail(engine.failures.of(trouble, elapsed(), lock.id, owner));
        }
        if (engine.isClosed()) {
            return closed();
        }
        phase = Phase.PAUSED;
        long pause = trouble.kind() == Trouble.Kind.FOREIGN ? FOREIGN_POLL_NANOS : Backoff.nanos(failures);
        lookAt = engine.time.nanos() + pause;
        until = Math.min(lookAt, endOfTrouble());
        return Todo.SLEEP;
    }

    private long endOfTrouble() {
        return Math.min(deadline, failingSince + engine.unavailableNanos);
    }

    /** Why it is unknown whether the lock was busy, for a call that has not asked: the speaker has no answer either. */
    private @Nullable RuntimeException unanswered() {
        Trouble trouble = lock.trouble;
        if (trouble != null) {
            return engine.failures.of(trouble, elapsed(), lock.id, owner);
        }
        long asked = lock.askedAt;
        boolean silent = asked != NEVER && asked - started <= 0 && isOver(asked + (once ? SILENT_NANOS : GRACE_NANOS));
        return silent ? engine.failures.noAnswer(null, elapsed(), lock.id, owner) : null;
    }

    private Todo giveUp() {
        leave(false);
        if (result == null) { // else it got the lock in the last moment
            engine.events.gaveUp(lock.id, owner, elapsed(), null);
        }
        return over();
    }

    private Todo closed() {
        return fail(engine.failures.closed(lock.id, owner, elapsed()));
    }

    private Todo fail(RuntimeException why) {
        failure = why;
        leave(unresolved);
        engine.releaseUnwanted(result);
        engine.events.gaveUp(lock.id, owner, elapsed(), why);
        return over();
    }

    /** Leaves the local queue; what an ask may have left in the store is taken back, unless it got the lock meanwhile. */
    private void leave(boolean unknownOutcome) {
        boolean unknown = unknownOutcome || unresolved;
        // An ask that replicas acknowledge is released by the store if they do not, which may happen at any time.
        boolean passedOn =
                lock.leave(this, unknown && !current().acknowledgement().isNone());
        unresolved = false;
        if (result != null || passedOn) {
            return;
        }
        if (unknown) {
            place = null;
            engine.leftovers.withdraw(lock.id, current().number(), askedLease(), reply);
        } else {
            leavePlace();
        }
    }

    private void leavePlace() {
        Place left = place;
        if (left != null) {
            place = null;
            engine.leftovers.withdraw(lock.id, left.ask(), askedLease(), null);
        }
    }

    private Todo over() {
        phase = Phase.OVER;
        return Todo.DONE;
    }

    private Ask current() {
        if (ask == null) {
            throw new IllegalStateException("nothing was asked");
        }
        return ask;
    }

    private boolean isOver(long time) {
        return time != NEVER && engine.time.nanos() - time >= 0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(engine.time.nanos() - started);
    }

    private TriesExhaustedException triesExhausted() {
        return new TriesExhaustedException(
                "gave up after " + tries + " tries, the most that the wait strategy allows; allow more, wait longer "
                        + "between them, or use tryLock or tryAcquire with a wait",
                engine.circumstance(lock.id, owner, elapsed()),
                null);
    }
}
