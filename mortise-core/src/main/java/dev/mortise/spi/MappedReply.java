package dev.mortise.spi;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** A reply whose value is turned into another when it is there. */
record MappedReply<T, R>(Reply<T> reply, Function<? super T, ? extends R> function) implements Reply<R> {

    @Override
    public Outcome<R> await(long untilNanos, boolean interruptible) throws InterruptedException {
        return mapped(reply.await(untilNanos, interruptible));
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<R>> consumer) {
        reply.then(executor, outcome -> consumer.accept(mapped(outcome)));
    }

    private Outcome<R> mapped(Outcome<T> outcome) {
        if (outcome instanceof Outcome.Done<T> done) {
            return new Outcome.Done<>(function.apply(done.value()));
        }
        if (outcome instanceof Outcome.Failed<T> failed) {
            return new Outcome.Failed<>(failed.trouble());
        }
        return Outcome.pending();
    }
}
