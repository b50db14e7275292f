package dev.mortise.tck;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A reply that never comes, though the request took effect. */
record SilentReply<T>(Reply<T> reply, LongSupplier clock) implements Reply<T> {

    SilentReply {
        reply.then(Runnable::run, outcome -> {});
    }

    @Override
    public Outcome<T> await(long untilNanos, boolean interruptible) throws InterruptedException {
        boolean interrupted = false;
        try {
            while (clock.getAsLong() - untilNanos < 0) {
                LockSupport.parkNanos(Math.min(TimeUnit.MILLISECONDS.toNanos(5), untilNanos - clock.getAsLong()));
                if (interruptible && Thread.interrupted()) {
                    throw new InterruptedException();
                }
                interrupted |= Thread.interrupted();
            }
            return Outcome.pending();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<T>> consumer) {}
}
