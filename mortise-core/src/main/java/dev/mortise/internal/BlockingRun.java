package dev.mortise.internal;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs steps on the calling thread: it drives the I/O of its own request, and parks. */
final class BlockingRun {

    private BlockingRun() {}

    /** Runs to the end; an interrupt is remembered and set again afterwards. */
    static <T extends @Nullable Object> T uninterruptibly(Steps<T> steps, Time time) {
        boolean interrupted = Thread.interrupted();
        try {
            Sleep sleep = new Sleep(steps, time, false);
            steps.wakes(sleep);
            Todo todo = steps.begin();
            while (todo != Todo.DONE) {
                if (todo == Todo.AWAIT) {
                    todo = steps.answered(awaited(steps));
                } else {
                    sleep.sleep();
                    todo = steps.woken();
                }
                interrupted |= Thread.interrupted();
            }
        } catch (RuntimeException | Error e) {
            steps.abandon(e);
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return steps.result();
    }

    /** Runs to the end or to an interrupt, which abandons the steps. */
    static <T extends @Nullable Object> T interruptibly(Steps<T> steps, Time time) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Sleep sleep = new Sleep(steps, time, true);
        steps.wakes(sleep);
        try {
            Todo todo = steps.begin();
            while (todo != Todo.DONE) {
                if (todo == Todo.AWAIT) {
                    Reply<Answer> reply = Objects.requireNonNull(steps.reply);
                    todo = steps.answered(reply.await(steps.until, true));
                } else {
                    sleep.sleep();
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    todo = steps.woken();
                }
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            steps.abandon(e);
            throw e;
        }
        return steps.result();
    }

    private static Outcome<Answer> awaited(Steps<?> steps) {
        try {
            return Objects.requireNonNull(steps.reply).await(steps.until, false);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }
}
