package dev.mortise.internal;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Outcome;
import org.jspecify.annotations.Nullable;

/** A call that asks for nothing and sleeps on, whatever wakes it. */
class SleepingSteps extends Steps<@Nullable Void> {

    SleepingSteps(long until) {
        this.until = until;
    }

    @Override
    Todo begin() {
        return Todo.SLEEP;
    }

    @Override
    Todo answered(Outcome<Answer> outcome) {
        throw new AssertionError("nothing was asked");
    }

    @Override
    Todo woken() {
        return Todo.SLEEP;
    }

    @Override
    void abandon(@Nullable Throwable why) {}

    @Override
    @Nullable
    Void result() {
        return null;
    }
}
