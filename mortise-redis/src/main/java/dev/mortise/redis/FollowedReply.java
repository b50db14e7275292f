package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Two requests one after the other: the second is made from the outcome of the first. Used by one thread. */
final class FollowedReply<A, B> implements Reply<B> {

    private final Reply<A> first;
    private final Function<Outcome<A>, Reply<B>> follow;
    private @Nullable Reply<B> second;

    FollowedReply(Reply<A> first, Function<Outcome<A>, Reply<B>> follow) {
        this.first = first;
        this.follow = follow;
    }

    @Override
    public Outcome<B> await(long untilNanos, boolean interruptible) throws InterruptedException {
        if (second == null) {
            Outcome<A> outcome = first.await(untilNanos, interruptible);
            if (outcome instanceof Outcome.Pending<A>) {
                return Outcome.pending();
            }
            second = follow.apply(outcome);
        }
        return second.await(untilNanos, interruptible);
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<B>> consumer) {
        if (second != null) {
            second.then(executor, consumer);
        } else {
            first.then(Runnable::run, outcome -> follow.apply(outcome).then(executor, consumer));
        }
    }
}
