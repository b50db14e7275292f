package dev.mortise.internal;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call that leaves a lock: the last one releases it and waits for the store's word. */
final class Release extends Steps<@Nullable Void> {

    /** When there is no time left for another try. */
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Engine engine;
    private final LocalLock lock;
    private final Owner owner;
    private final @Nullable LiveHold object;
    private final long started;

    private @Nullable LiveHold hold;
    private long sent;
    private boolean unresolved;
    private int failures;
    private long giveUpAt;
    private @Nullable RuntimeException failure;

    /** Of the thread's hold, whichever it is. */
    Release(LocalLock lock, Owner owner) {
        this(lock, owner, null);
    }

    /** Of that hold, if its owner still has it. */
    Release(LiveHold object) {
        this(object.lock, object.owner, object);
    }

    /** Of a hold that is being released. */
    static Release of(LiveHold releasing) {
        Release release = new Release(releasing);
        release.hold = releasing;
        return release;
    }

    private Release(LocalLock lock, Owner owner, @Nullable LiveHold object) {
        this.engine = lock.engine;
        this.lock = lock;
        this.owner = owner;
        this.object = object;
        this.started = engine.time.nanos();
    }

    @Override
    Todo begin() {
        if (hold == null) {
            hold = lock.exit(owner, object);
        }
        if (hold == null) {
            return Todo.DONE;
        }
        hold.release = this;
        giveUpAt = Deadlines.earlier(started + engine.unavailableNanos, hold.grant.deadline);
        return send(hold);
    }

    @Override
    Todo answered(Outcome<Answer> outcome) {
        LiveHold released = held();
        if (outcome instanceof Outcome.Done<Answer> done) {
            // before the deadline it is a try of ours that released it, unless the key was deleted at the same moment
            boolean mine = done.value() instanceof Answer.Released
                    || (unresolved && released.grant.deadline - engine.time.nanos() > 0);
            return mine ? released(released, done.value()) : gone(released);
        }
        if (outcome instanceof Outcome.Failed<Answer> failed) {
            Trouble trouble = failed.trouble();
            unresolved |= trouble.perhapsDone();
            long now = engine.time.nanos();
            long left = giveUpAt - now;
            if (trouble.kind() == Trouble.Kind.UNAVAILABLE && left > LAST_NANOS && !engine.isStopped()) {
                until = now + Math.min(Backoff.nanos(failures++), left / 2); // so that the last tries are near the end
                return Todo.SLEEP;
            }
            return fail(
                    released, engine.failures.unlockOf(trouble, lock.id, owner, elapsed(), released.grant.deadline));
        }
        return fail(released, engine.failures.noAnswer(null, elapsed(), lock.id, owner));
    }

    @Override
    Todo woken() {
        takeSignals();
        return engine.isStopped() || engine.time.nanos() - until >= 0 ? send(held()) : Todo.SLEEP;
    }

    @Override
    void abandon(@Nullable Throwable why) {
        if (hold != null) {
            engine.leftovers.release(hold.grant);
            lock.released(hold, null, sent);
        }
    }

    @Override
    @Nullable
    Void result() {
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    private Todo send(LiveHold released) {
        until = Acquisition.NEVER;
        sent = engine.time.nanos();
        reply = engine.store.release(released.grant, released.token, released.next);
        return Todo.AWAIT;
    }

    private Todo released(LiveHold released, Answer answer) {
        engine.events.released(released);
        lock.released(released, answer instanceof Answer.Released told ? told.next() : null, sent);
        return Todo.DONE;
    }

    private Todo gone(LiveHold released) {
        released.lossCause = LossCause.GONE;
        released.told = true;
        failure = released.lostException();
        lock.lostAtRelease(released);
        return Todo.DONE;
    }

    private Todo fail(LiveHold released, RuntimeException why) {
        failure = why;
        engine.leftovers.release(released.grant);
        lock.released(released, null, sent);
        return Todo.DONE;
    }

    private LiveHold held() {
        if (hold == null) {
            throw new IllegalStateException("nothing to release");
        }
        return hold;
    }

    private Duration elapsed() {
        return Duration.ofNanos(engine.time.nanos() - started);
    }
}
