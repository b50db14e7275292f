package dev.mortise.internal;

import dev.mortise.LossCause;
import dev.mortise.internal.LiveHold.State;
import dev.mortise.spi.Grant;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Watches every grant of the node: renews those that are kept, every third of their lease, and tells the loss of those
 * whose deadline has come.
 *
 * <p>Each grant stands in the wheel once, however often its hold is re-entered, at the earliest of its next renewal, its
 * deadline and its report; it is taken out at release. One timer is set for the next bucket that has anything. A tick
 * takes what is due, and those renewals that will be due soon, and gives them to the store in one batch, nearest deadline
 * first. While a renewal is under way its grant stands at its deadline, so that a stuck store cannot delay the loss.
 *
 * <p>Lock order: a local lock's mutex, then {@link #mutex}.
 */
final class Watchdog {

    /** Renewals due so soon go with the present batch, but none by more than a fiftieth of the pause between two. */
    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final int AHEAD_PART = 50;

    /** A wall clock that runs ahead of the monotonic one by this much means that the machine was suspended. */
    private static final long SUSPEND_MILLIS = 1_000;

    /** A thread that needs longer from one clock to the other was held up in between, and reads both again. */
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(SUSPEND_MILLIS / 2);

    private final Engine engine;
    private final Time time;
    private final long longHoldNanos;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Wheel<LocalGrant> wheel;
    private long armedFor = Acquisition.NEVER;
    private Time.@Nullable Timer timer;
    private long wallAhead;
    private boolean closed;

    Watchdog(Engine engine, long longHoldNanos) {
        this.engine = engine;
        this.time = engine.time;
        this.longHoldNanos = longHoldNanos;
        this.wheel = new Wheel<>(time.nanos());
        this.wallAhead = wallAhead();
    }

    /** Begins to watch a hold's grant. */
    void watch(LiveHold hold) {
        LocalGrant grant = hold.grant;
        grant.hold = hold;
        grant.written = hold;
        long now = time.nanos();
        mutex.lock();
        try {
            if (wheel.size() == 0) {
                wheel.advance(now, none -> {});
                wallAhead = wallAhead();
            }
            grant.watched = true;
            if (grant.renewed || grant.isProvisional()) {
                grant.renewAt = now + grant.third();
            }
            schedule(grant);
        } finally {
            mutex.unlock();
        }
    }

    /** Stops to watch it: no renewal begins after this returns. */
    void unwatch(LocalGrant grant) {
        mutex.lock();
        try {
            grant.watched = false;
            wheel.remove(grant);
        } finally {
            mutex.unlock();
        }
    }

    /** A hold was re-entered: its lease may become longer, never shorter, and it may be kept from now on. */
    void reentered(LocalGrant grant, LeasePlan plan) {
        long left = TimeUnit.NANOSECONDS.toMillis(grant.deadline - time.nanos());
        boolean longer = plan.millis() > (grant.renewed || plan.renewed() ? grant.leaseMillis : left);
        boolean keptNow = plan.renewed() && !grant.renewed;
        if (!keptNow && (!longer || (grant.renewed && !plan.renewed()))) {
            return;
        }
        if (longer) {
            grant.leaseMillis = plan.millis();
            grant.beginAnew(time.nanos());
        }
        grant.renewed |= plan.renewed();
        mutex.lock();
        try {
            grant.renewAt = time.nanos();
            schedule(grant);
        } finally {
            mutex.unlock();
        }
    }

    /** A hold was left and goes on, or begins inside the grant: a lease that nobody renews begins anew, as at a re-entry. */
    void beginAnew(LocalGrant grant) {
        if (grant.renewed || grant.end != null) {
            return;
        }
        grant.beginAnew(time.nanos());
        mutex.lock();
        try {
            grant.renewAt = time.nanos();
            schedule(grant);
        } finally {
            mutex.unlock();
        }
    }

    /** Sets the grant's whole lease at the server now, for a grant that was asked for with a shorter one. */
    void stretch(LocalGrant grant, Runnable then) {
        boolean underWay;
        mutex.lock();
        try {
            underWay = grant.isRenewing();
            if (!underWay) {
                grant.renewing(time.nanos());
            }
        } finally {
            mutex.unlock();
        }
        if (underWay) {
            then.run(); // the outcome of that one asks for the rest
            return;
        }
        engine.store.renew(List.of(grant), (renewed, outcome) -> {
            renewed(renewed, outcome);
            then.run();
        });
    }

    void close() {
        mutex.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            mutex.unlock();
        }
    }

    private void tick() {
        List<LocalGrant> due = new ArrayList<>();
        List<LocalGrant> doubtful = new ArrayList<>();
        long now = time.nanos();
        mutex.lock();
        try {
            armedFor = Acquisition.NEVER;
            if (suspended()) {
                wheel.forEach(grant -> (grant.renewed ? due : doubtful).add(grant));
                for (LocalGrant grant : due) {
                    grant.renewAt = now;
                    wheel.remove(grant);
                }
            }
            wheel.advance(now, due::add);
            wheel.takeAhead(now + AHEAD_NANOS, grant -> isSoonDue(grant, now), due::add);
        } finally {
            mutex.unlock();
        }
        doubtful.forEach(grant -> engine.doubt(Objects.requireNonNull(grant.hold), LossCause.GONE));
        List<LocalGrant> toRenew = new ArrayList<>(due.size());
        for (LocalGrant grant : due) {
            if (handle(grant, now)) {
                toRenew.add(grant);
            }
        }
        engine.locks.forgetDead();
        mutex.lock();
        try {
            arm();
        } finally {
            mutex.unlock();
        }
        if (!toRenew.isEmpty()) {
            toRenew.sort(Comparator.comparingLong(grant -> grant.deadline));
            engine.store.renew(toRenew, this::renewed);
        }
    }

    /** Deals with a grant that was taken from the wheel: whether it is to be renewed. */
    private boolean handle(LocalGrant grant, long now) {
        LiveHold hold = present(grant);
        if (isOver(hold)) {
            return false;
        }
        if (grant.deadline - now <= 0) {
            lose(grant);
            return false;
        }
        if (hold.state == State.HELD) { // not of one that was left: its owner is done, and its thread may be gone
            reportLong(hold, now);
            if (grant.renewed) {
                stopKeeping(grant, hold, now);
            }
        }
        mutex.lock();
        try {
            boolean due = grant.watched && isSoonDue(grant, now);
            if (due) {
                grant.renewing(now);
            }
            schedule(grant);
            return due;
        } finally {
            mutex.unlock();
        }
    }

    private void reportLong(LiveHold hold, long now) {
        if (!hold.reported && now - hold.since >= longHoldNanos) {
            hold.reported = true;
            engine.events.heldLong(hold);
        }
    }

    private void stopKeeping(LocalGrant grant, LiveHold hold, long now) {
        boolean died = hold.owner.hasDied();
        if (!died && now - hold.keptUntil < 0) {
            return;
        }
        grant.renewed = false;
        grant.end = died ? LossCause.THREAD_DIED : LossCause.EXPIRED;
        if (died) {
            engine.events.threadDied(hold);
        }
        mutex.lock();
        try {
            grant.renewAt = Acquisition.NEVER;
        } finally {
            mutex.unlock();
        }
    }

    private void lose(LocalGrant grant) {
        LiveHold hold = Objects.requireNonNull(grant.hold);
        if (grant.end == null && hold.state == State.HELD && hold.owner.hasDied()) {
            grant.end = LossCause.THREAD_DIED;
            engine.events.threadDied(hold);
        }
        grant.lock.lost(grant, grant.causeAtDeadline());
    }

    /** What became of a renewal; called by the store on any thread. */
    private void renewed(Grant answered, Outcome<Boolean> outcome) {
        LocalGrant grant = (LocalGrant) answered;
        boolean gone;
        mutex.lock();
        try {
            boolean well = outcome instanceof Outcome.Done<Boolean> done && done.value();
            gone = !well && outcome instanceof Outcome.Done<Boolean>;
            grant.renewed(well, time.nanos());
            if (!well && !gone) {
                long pause = Math.min(Backoff.nanos(grant.failures++), grant.third() / 5);
                grant.renewAt = time.nanos() + pause;
            }
            schedule(grant);
        } finally {
            mutex.unlock();
        }
        LiveHold hold = present(grant);
        if (isOver(hold)) {
            return;
        }
        if (gone) {
            grant.lock.lost(grant, LossCause.GONE);
        } else if (outcome instanceof Outcome.Failed<Boolean> failed) {
            engine.events.renewalFailed(hold, failed.trouble(), grant.failures);
        } else {
            engine.events.renewed(hold);
        }
    }

    /** The hold that has the grant now, or had it last: it may be handed on between two looks. */
    private static LiveHold present(LocalGrant grant) {
        LiveHold hold = Objects.requireNonNull(grant.hold);
        for (LiveHold before = null; hold != before && isOver(hold); ) {
            before = hold;
            hold = Objects.requireNonNull(grant.hold);
        }
        return hold;
    }

    private static boolean isOver(LiveHold hold) {
        return hold.state != State.HELD && hold.state != State.LEFT;
    }

    private static boolean isSoonDue(LocalGrant grant, long now) {
        return !grant.isRenewing() && grant.renewAt - now <= Math.min(AHEAD_NANOS, grant.third() / AHEAD_PART);
    }

    private void schedule(LocalGrant grant) {
        if (!grant.watched || closed) {
            return;
        }
        LiveHold hold = Objects.requireNonNull(grant.hold);
        long next = Math.min(grant.deadline, grant.isRenewing() ? Acquisition.NEVER : grant.renewAt);
        if (hold.state == State.HELD && !hold.reported && longHoldNanos != Acquisition.NEVER) {
            next = Math.min(next, hold.since + longHoldNanos);
        }
        // a bucket is emptied up to a tick early; a deadline must not be
        wheel.schedule(grant, next == grant.deadline ? next + Wheel.TICK_NANOS : next);
        arm();
    }

    private void arm() {
        long next = closed ? Acquisition.NEVER : wheel.nextDue();
        if (next < armedFor) {
            if (timer != null) {
                timer.cancel();
            }
            armedFor = next;
            timer = time.schedule(next, this::tick);
        }
    }

    private boolean suspended() {
        long before = wallAhead;
        wallAhead = wallAhead();
        return wallAhead - before > SUSPEND_MILLIS;
    }

    /** How far the wall clock is ahead of the monotonic one, which does not run while the machine is suspended. */
    private long wallAhead() {
        long nanos;
        long wall;
        do {
            nanos = time.nanos();
            wall = time.wallMillis();
        } while (time.nanos() - nanos > TOGETHER_NANOS);
        return wall - TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
