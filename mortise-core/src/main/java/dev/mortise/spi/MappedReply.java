package dev.mortise.spi;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** A reply whose outcome is turned into another when it is there. */
record MappedReply<T, R>(Reply<T> reply, Function<? super Outcome<T>, ? extends Outcome<R>> function)
        implements Reply<R> {

    @Override
    public Outcome<R> await(long untilNanos, boolean interruptible) throws InterruptedException {
        return mapped(reply.await(untilNanos, interruptible));
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<R>> consumer) {
        reply.then(executor, outcome -> consumer.accept(mapped(outcome)));
    }

    private Outcome<R> mapped(Outcome<T> outcome) {
        return outcome instanceof Outcome.Pending<T> ? Outcome.pending() : function.apply(outcome);
    }
}
