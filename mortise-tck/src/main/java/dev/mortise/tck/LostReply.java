package dev.mortise.tck;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A reply that came and was lost on the way. */
record LostReply<T>(Reply<T> reply, Outcome<T> instead) implements Reply<T> {

    @Override
    public Outcome<T> await(long untilNanos, boolean interruptible) throws InterruptedException {
        return reply.await(untilNanos, interruptible) instanceof Outcome.Pending ? Outcome.pending() : instead;
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<T>> consumer) {
        reply.then(executor, outcome -> consumer.accept(instead));
    }
}
