package dev.mortise.internal;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Messages;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps from callbacks. A reply, a timer, a signal or a cancellation each call {@link #advance}; whoever comes first
 * takes the steps forward, the others leave word and go.
 */
final class AsyncRun<T extends @Nullable Object> {

    private final Steps<T> steps;
    private final Time time;
    private final Consumer<Steps<T>> whenDone;
    private final Consumer<Throwable> whenFailed;
    private final AtomicInteger callers = new AtomicInteger();
    private volatile boolean cancelled;

    private @Nullable Todo todo;
    private volatile @Nullable Arrival arrival;
    private Time.@Nullable Timer timer;
    private boolean over;

    private AsyncRun(Steps<T> steps, Time time, Consumer<Steps<T>> whenDone, Consumer<Throwable> whenFailed) {
        this.steps = steps;
        this.time = time;
        this.whenDone = whenDone;
        this.whenFailed = whenFailed;
    }

    /**
     * Begins the steps on this thread and goes on from callbacks.
     *
     * @param whenDone called once when they are done, unless cancelled; must not block
     * @param whenFailed called instead when a step after the first throws, which abandons them; must not block
     */
    static <T extends @Nullable Object> AsyncRun<T> start(
            Steps<T> steps, Time time, Consumer<Steps<T>> whenDone, Consumer<Throwable> whenFailed) {
        AsyncRun<T> run = new AsyncRun<>(steps, time, whenDone, whenFailed);
        steps.wakes(run::advance);
        run.callers.set(1);
        try {
            run.enter(steps.begin());
        } catch (RuntimeException | Error e) {
            run.over = true;
            steps.abandon(e);
            throw e;
        }
        run.forward(1);
        return run;
    }

    /** Stops at the next step and leaves nothing behind; does nothing after the end. */
    void cancel() {
        cancelled = true;
        advance();
    }

    private void advance() {
        if (callers.getAndIncrement() == 0) {
            forward(1);
        }
    }

    private void forward(int seen) {
        do {
            while (guardedStep()) {}
            seen = callers.addAndGet(-seen);
        } while (seen != 0);
    }

    private boolean guardedStep() {
        try {
            return step();
        } catch (RuntimeException | Error e) {
            over = true;
            stopSleeping();
            try {
                steps.abandon(e);
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            whenFailed.accept(e);
            return false;
        }
    }

    /** Takes one step if there is one to take now. */
    private boolean step() {
        if (over) {
            return false;
        }
        if (cancelled) {
            over = true;
            stopSleeping();
            steps.abandon(null);
            return false;
        }
        if (todo == Todo.AWAIT) {
            Arrival latest = arrival;
            if (latest != null && latest.reply == steps.reply) {
                enter(steps.answered(latest.outcome));
                return true;
            }
            if (time.nanos() - steps.until >= 0) {
                enter(steps.answered(Outcome.pending()));
                return true;
            }
            return false;
        }
        if (todo == Todo.SLEEP && (steps.signalled() || time.nanos() - steps.until >= 0)) {
            enter(steps.woken());
            return true;
        }
        return false;
    }

    private void enter(Todo next) {
        stopSleeping();
        todo = next;
        switch (next) {
            case AWAIT -> {
                Reply<Answer> reply = Objects.requireNonNull(steps.reply);
                timer = timer();
                reply.then(Runnable::run, outcome -> {
                    arrival = new Arrival(reply, outcome);
                    advance();
                });
            }
            case SLEEP -> {
                timer = timer();
                Messages messages = steps.messages();
                if (messages != null) {
                    steps.sleepsOn(messages);
                }
            }
            case DONE -> {
                over = true;
                whenDone.accept(steps);
            }
        }
    }

    private record Arrival(Reply<Answer> reply, Outcome<Answer> outcome) {}

    private Time.@Nullable Timer timer() {
        return steps.until == Acquisition.NEVER ? null : time.schedule(steps.until, this::advance);
    }

    private void stopSleeping() {
        steps.wakesUp();
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
