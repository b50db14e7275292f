package dev.mortise.examples.async;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** One way to use futures in each method. No thread waits for a lock in any of them but the one that prints. */
final class Steps {

    private final DistributedLock lock;
    private int stock;

    Steps(Mortise mortise) {
        this.lock = mortise.lock("stock");
    }

    /**
     * Work that holds the lock, and a release that follows it whatever happens. The lock belongs to the object, so any
     * thread may complete the work.
     */
    private <T> CompletableFuture<T> holding(Function<OwnedHold, CompletableFuture<T>> work) {
        return lock.acquireAsync().thenCompose(hold -> {
            CompletableFuture<T> done = CompletableFuture.completedFuture(hold).thenCompose(work);
            return done.handle((result, failure) -> "settled")
                    .thenCompose(settled -> hold.releaseAsync())
                    .thenCombine(done, (released, result) -> result);
        });
    }

    /** So many buyers at once; each reads the stock and writes it less one. */
    CompletableFuture<Integer> sell(int buyers) {
        stock = buyers;
        List<CompletableFuture<Integer>> sales = new ArrayList<>();
        for (int i = 0; i < buyers; i++) {
            sales.add(holding(hold -> CompletableFuture.supplyAsync(() -> {
                int seen = stock;
                stock = seen - 1;
                return seen;
            })));
        }
        return CompletableFuture.allOf(sales.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> stock);
    }

    /** What the work throws arrives, and the lock is free by then. */
    boolean failureComesThrough() {
        CompletableFuture<String> failed =
                holding(hold -> CompletableFuture.failedFuture(new TimeoutException("slow")));
        try {
            failed.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof TimeoutException && !lock.isLocked();
        }
    }

    /** Belongs to the thread that calls it, as lock() does; that thread unlocks. */
    boolean forThisThread() {
        CompletableFuture<Hold> watched = lock.lockAsync();
        long token = watched.join().token();
        CompletableFuture<Hold> again = lock.lockAsync(10, TimeUnit.SECONDS);
        boolean reEntered = again.join().token() == token && lock.getHoldCount() == 2;
        lock.unlock();
        lock.unlockAsync().join();
        return reEntered && !lock.isLocked();
    }

    /** Waits at most 100 s for the lock, which ends by itself after 10 s. */
    boolean waitAndLease() throws InterruptedException, ExecutionException {
        Future<Boolean> got = lock.tryLockAsync(100, 10, TimeUnit.SECONDS);
        if (!got.get()) {
            return false;
        }
        try {
            return lock.remainingLease().toSeconds() <= 10;
        } finally {
            lock.unlock();
        }
    }

    /** Not obtained in time is an empty result, not a failure. */
    CompletableFuture<Boolean> busy() {
        return holding(hold -> lock.tryAcquireAsync(Duration.ofMillis(100)).thenApply(none -> none.isEmpty()));
    }

    /** Whoever stops waiting gives up its place; nobody gets the lock for it later. */
    boolean givenUp() throws InterruptedException {
        OwnedHold holder = lock.acquire();
        CompletableFuture<OwnedHold> waiter = lock.acquireAsync();
        boolean stopped = waiter.cancel(true);
        holder.release();
        return stopped && lock.tryRun(Duration.ofSeconds(10), hold -> {});
    }
}
