package dev.mortise.springdata;

import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Calls of the factory that may block for as long as its own settings allow, each on a thread of its own. They are never
 * interrupted, since Lettuce would leave a connection behind: one that nobody waits for any more ends by itself.
 */
final class Attempts {

    /** How many may be under way: a factory that answers none of them is not asked again. */
    private static final int MOST = 16;

    private final Set<Thread> underWay = ConcurrentHashMap.newKeySet();

    <T> CompletableFuture<T> begin(String threadName, Callable<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (underWay.size() >= MOST) {
            result.completeExceptionally(new WireException(new Trouble(
                    Trouble.Kind.UNAVAILABLE,
                    "POOL",
                    "the connection factory does not answer",
                    "give its pool three connections more than the application needs, and set a time-out",
                    false,
                    null)));
            return result;
        }
        Thread thread = daemon(threadName, () -> run(call, result));
        underWay.add(thread);
        thread.start();
        return result;
    }

    /** A thread for what may block, not yet begun. */
    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private <T> void run(Callable<T> call, CompletableFuture<T> result) {
        try {
            T value = call.call();
            result.complete(value);
        } catch (Exception | Error e) {
            result.completeExceptionally(e);
        } finally {
            underWay.remove(Thread.currentThread());
        }
    }

    /** Waits for those under way: one that the end of its client overtakes may never end. */
    void awaitEnd(Duration limit) {
        long until = System.nanoTime() + limit.toNanos();
        underWay.remove(Thread.currentThread());
        try {
            for (Thread thread : underWay) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
