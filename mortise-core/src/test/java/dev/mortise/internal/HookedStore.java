package dev.mortise.internal;

import dev.mortise.LockView;
import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Traits;
import dev.mortise.spi.Trouble;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store in memory in whose requests a test may interfere. */
final class HookedStore implements Store {

    static final Trouble DOWN = new Trouble(
            Trouble.Kind.UNAVAILABLE, "DOWN", "the test has switched the store off", "switch it on", false, null);

    final Store server;
    volatile @Nullable Function<Ask, Reply<Answer>> onAcquire;
    volatile @Nullable Function<Grant, Reply<Answer>> onRelease;
    volatile @Nullable Consumer<List<? extends Grant>> beforeRenewal;
    volatile @Nullable Runnable beforeAmendment;

    HookedStore(MemoryServer server) {
        this.server = server.store();
    }

    /** A reply that comes when the test says so. */
    static final class Late<T> implements Reply<T> {

        private final CompletableFuture<Outcome<T>> outcome = new CompletableFuture<>();

        void come(Outcome<T> with) {
            outcome.complete(with);
        }

        @Override
        public Outcome<T> await(long untilNanos, boolean interruptible) {
            throw new UnsupportedOperationException("only calls without a thread wait for a late reply");
        }

        @Override
        public void then(Executor executor, Consumer<Outcome<T>> consumer) {
            outcome.thenAcceptAsync(consumer, executor);
        }
    }

    static <T> Reply<T> down() {
        return Reply.of(new Outcome.Failed<>(DOWN));
    }

    @Override
    public Traits traits() {
        return server.traits();
    }

    @Override
    public String describe() {
        return "hooked";
    }

    @Override
    public void open(StoreContext context) {
        server.open(context);
    }

    @Override
    public boolean listening() {
        return server.listening();
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        Function<Ask, Reply<Answer>> hook = onAcquire;
        return hook == null ? server.acquire(ask) : hook.apply(ask);
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        Function<Grant, Reply<Answer>> hook = onRelease;
        return hook == null ? server.release(grant, lastToken, next) : hook.apply(grant);
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        return server.withdraw(ask);
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        Consumer<List<? extends Grant>> hook = beforeRenewal;
        if (hook != null) {
            hook.accept(due);
        }
        server.renew(due, sink);
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        Runnable hook = beforeAmendment;
        if (hook != null) {
            hook.run();
        }
        server.amend(grant, owner, count, sink);
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return server.millisLeft(lock);
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return server.inspect(lock);
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return server.force(lock);
    }

    @Override
    public void close() {
        server.close();
    }
}
