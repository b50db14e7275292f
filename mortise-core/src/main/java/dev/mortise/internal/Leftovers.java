package dev.mortise.internal;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Reply;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes back what calls leave in the store when they end early: a place in a queue, an ask of unknown outcome, a grant
 * nobody waits for any more. It goes on trying until the lease would have ended the thing anyway.
 */
final class Leftovers {

    /** How long a node's place in a queue lasts at the most when nobody comes for it. */
    private static final long PLACE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final Engine engine;
    private final AtomicInteger underWay = new AtomicInteger();

    Leftovers(Engine engine) {
        this.engine = engine;
    }

    /** Releases the grant of an ask that is not known here, if there is one. */
    void release(LockId lock, Pushed stray) {
        release(new Unwanted(lock, stray.ask(), 0, stray.leaseMillis()));
    }

    /** Leaves the queue, and releases the grant if the ask got one. */
    void withdraw(LockId lock, long number, long leaseMillis, @Nullable Reply<Answer> pending) {
        Ask ask = new Ask(lock, number, "", leaseMillis, false, false);
        Grant unwanted = new Unwanted(ask.lock(), ask.number(), 0, ask.leaseMillis());
        if (pending != null) {
            // the withdrawal may overtake the ask, when the server did not know the script of the one and had to be
            // sent it
            pending.then(Runnable::run, outcome -> {
                if (outcome instanceof Outcome.Done<Answer> done && done.value() instanceof Answer.Granted) {
                    release(unwanted);
                }
            });
        }
        start(new Cleanup(ask, unwanted, false));
    }

    /** Releases a grant; does nothing in the store when it is somebody else's by now. */
    void release(Grant grant) {
        Ask none = new Ask(grant.lock(), grant.ask(), "", grant.leaseMillis(), false, false);
        start(new Cleanup(none, grant, true));
    }

    int underWay() {
        return underWay.get();
    }

    private void start(Cleanup cleanup) {
        underWay.incrementAndGet();
        AsyncRun.start(cleanup, engine.time, done -> underWay.decrementAndGet(), thrown -> underWay.decrementAndGet());
    }

    private record Unwanted(LockId lock, long ask, long token, long leaseMillis) implements Grant {}

    private final class Cleanup extends Steps<@Nullable Void> {

        private final Ask ask;
        private final Grant grant;
        private final long giveUpAt;
        private boolean releasing;
        private int failures;

        Cleanup(Ask ask, Grant grant, boolean releasing) {
            this.ask = ask;
            this.grant = grant;
            this.releasing = releasing;
            long lease = TimeUnit.MILLISECONDS.toNanos(grant.leaseMillis());
            long lasts = releasing ? lease : Math.max(lease, PLACE_NANOS);
            this.giveUpAt = engine.time.nanos() + lasts;
        }

        @Override
        Todo begin() {
            until = Acquisition.NEVER;
            reply = releasing ? engine.store.release(grant, lastToken()) : engine.store.withdraw(ask);
            return Todo.AWAIT;
        }

        private long lastToken() {
            return grant instanceof LocalGrant local ? local.lastToken() : 0;
        }

        @Override
        Todo answered(Outcome<Answer> outcome) {
            if (outcome instanceof Outcome.Done<Answer> done) {
                if (done.value() instanceof Answer.Granted) {
                    releasing = true;
                    return begin();
                }
                return Todo.DONE;
            }
            until = engine.time.nanos() + Backoff.nanos(failures++);
            return until - giveUpAt >= 0 || engine.isStopped() ? Todo.DONE : Todo.SLEEP;
        }

        @Override
        Todo woken() {
            takeSignals();
            return engine.time.nanos() - until >= 0 ? begin() : Todo.SLEEP;
        }

        @Override
        void abandon(@Nullable Throwable why) {}

        @Override
        @Nullable
        Void result() {
            return null;
        }
    }
}
