package dev.mortise.tck;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A thread of a test: does one thing after another, as it is told. */
public final class Actor implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final LinkedBlockingQueue<Runnable> script = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean ended;

    Actor() {
        thread = new Thread(this::act, "actor-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    /** Something to do that may throw. */
    @FunctionalInterface
    public interface Act {
        void run() throws Exception;
    }

    public Thread thread() {
        return thread;
    }

    /** Begins a call on this actor's thread. */
    public <T extends @Nullable Object> Pending<T> begin(Callable<T> call) {
        CompletableFuture<T> future = new CompletableFuture<>();
        script.add(() -> {
            try {
                future.complete(call.call());
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        });
        return new Pending<>(future);
    }

    /** Begins an act on this actor's thread. */
    public Pending<@Nullable Void> start(Act act) {
        return begin(() -> {
            act.run();
            return null;
        });
    }

    /** Calls on this actor's thread and waits for the result. */
    public <T extends @Nullable Object> T call(Callable<T> call) throws Exception {
        return begin(call).join();
    }

    /** Acts on this actor's thread and waits for the end. */
    public void run(Act act) throws Exception {
        start(act).join();
    }

    public void interrupt() {
        thread.interrupt();
    }

    /** Waits until the thread sleeps inside the call that it is in. */
    public void awaitParked(Pending<?> call) {
        Eventually.eventually(
                "a call that waits",
                // the script first: a thread that has taken its call from it no longer waits for one
                () -> script.isEmpty()
                        && !call.isDone()
                        && (thread.getState() == Thread.State.TIMED_WAITING
                                || thread.getState() == Thread.State.WAITING));
    }

    /** Lets the thread end after what it was told. */
    @Override
    public void close() {
        script.add(() -> ended = true);
    }

    /** Lets the thread end and waits for that. */
    public void die() throws InterruptedException {
        close();
        thread.join();
    }

    private void act() {
        while (!ended) {
            try {
                script.take().run();
            } catch (InterruptedException meantForACallThatIsOver) {
                // goes on
            }
        }
    }
}
