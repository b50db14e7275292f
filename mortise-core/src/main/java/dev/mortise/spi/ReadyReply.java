package dev.mortise.spi;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A reply that was there from the start. */
record ReadyReply<T>(Outcome<T> outcome) implements Reply<T> {

    @Override
    public Outcome<T> await(long untilNanos, boolean interruptible) {
        return outcome;
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<T>> consumer) {
        executor.execute(() -> consumer.accept(outcome));
    }
}
