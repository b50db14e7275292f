package dev.mortise.spi;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** The reply to a request under way. It is always completed: answered, or failed by a time-out or a cut. */
public interface Reply<T> {

    /**
     * Waits for the reply. The calling thread may be used to drive the I/O, its own and that of others.
     *
     * @param untilNanos when to stop waiting, on the store's {@link Time}; {@link Long#MAX_VALUE} for never
     * @param interruptible whether an interrupt ends the wait, within 10 ms; otherwise the flag is left as it is found
     * @return the outcome, or {@link Outcome.Pending} when the time was over first
     */
    Outcome<T> await(long untilNanos, boolean interruptible) throws InterruptedException;

    /** Calls back once with the outcome, on the executor; at once if it is there already. */
    void then(Executor executor, Consumer<Outcome<T>> consumer);

    /** The same reply read another way; the function is not given {@link Outcome.Pending} and must not throw. */
    default <R> Reply<R> map(Function<? super Outcome<T>, ? extends Outcome<R>> function) {
        return new MappedReply<>(this, function);
    }

    /** A reply that is there already. */
    static <T> Reply<T> of(Outcome<T> outcome) {
        return new ReadyReply<>(outcome);
    }
}
