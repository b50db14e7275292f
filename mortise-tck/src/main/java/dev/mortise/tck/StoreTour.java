package dev.mortise.tck;

import dev.mortise.Acknowledgement;
import dev.mortise.LossCause;
import dev.mortise.MortiseException;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Node;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Two nodes that send every request of a store once, on every way through it: held, queued, woken, withdrawn, forced. */
final class StoreTour implements AutoCloseable {

    private static final LockId LOCK = new LockId("lock", "tour");
    private static final LockId ACKNOWLEDGED = new LockId("lock", "acknowledged");
    private static final LockId MUTEX = new LockId(LockId.MUTEX, "tour");
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final SystemTime time = new SystemTime("tour-timer");
    private final Supplier<Store> stores;
    private final List<Store> opened = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private long asks;

    StoreTour(Supplier<Store> stores) {
        this.stores = stores;
    }

    /**
     * What failed, in words.
     *
     * @param pinged whether a subscription was looked after, while nothing came
     * @param refused whether something was refused already, so that waiting is of no use
     */
    List<String> run(BooleanSupplier pinged, BooleanSupplier refused) {
        try {
            Store one = open("tour-node-one");
            Store two = open("tour-node-two");
            BooleanSupplier listening = () -> one.listening() && two.listening();
            if (!Eventually.becomes(PATIENCE, () -> listening.getAsBoolean() || refused.getAsBoolean())) {
                failed.add("nothing could be heard");
                return failed;
            }
            visit(one, two);
            if (!Eventually.becomes(PATIENCE, () -> pinged.getAsBoolean() || refused.getAsBoolean())) {
                failed.add("nobody pinged");
            }
        } catch (MortiseException e) {
            failed.add(String.valueOf(e.getMessage()));
        }
        return failed;
    }

    private void visit(Store one, Store two) {
        Ask held = ask(false);
        succeed(one.acquire(held));
        Ask waits = ask(true);
        succeed(two.acquire(waits));
        succeed(two.acquire(waits.sentAgain()));
        succeed(told(sink -> one.renew(List.of(grant(held)), sink)));
        succeed(told(sink -> one.amend(grant(held), held.owner(), 2, sink)));
        succeed(told(sink -> one.amend(grant(held), "2", 1, sink))); // handed on
        succeed(one.millisLeft(LOCK));
        succeed(one.inspect(LOCK));
        succeed(one.release(grant(held), 0));
        succeed(two.acquire(ask(true)));
        Ask waiting = ask(true);
        succeed(one.acquire(waiting));
        succeed(one.withdraw(waiting));
        succeed(one.force(LOCK));
        succeed(one.acquire(asking(Acknowledgement.byReplicas(1, MOMENT))));
        succeed(one.acquire(asking(Acknowledgement.byAllReplicas(MOMENT))));
        visitMutex(one, two);
    }

    private void visitMutex(Store one, Store two) {
        Ask held = new Ask(MUTEX, ++asks, "1", TimeUnit.SECONDS.toMillis(10), false, false);
        succeed(one.acquire(held));
        succeed(two.acquire(new Ask(MUTEX, ++asks, "1", held.leaseMillis(), true, false)));
        succeed(one.release(grant(held), 0));
        succeed(one.force(MUTEX));
    }

    private Store open(String id) {
        Store store = stores.get();
        opened.add(store);
        store.open(new StoreContext(new Node(id, "a tour"), "mortise:", LIMIT, time, new Deaf()));
        return store;
    }

    private Ask ask(boolean enlist) {
        return new Ask(LOCK, ++asks, "1", TimeUnit.SECONDS.toMillis(10), enlist, false);
    }

    private Ask asking(Acknowledgement asked) {
        Ask plain = ask(false);
        return new Ask(ACKNOWLEDGED, plain.number(), plain.owner(), plain.leaseMillis(), false, false, false, asked);
    }

    private static Grant grant(Ask ask) {
        return new Granted(ask.lock(), ask.number(), 0, 2 * ask.leaseMillis());
    }

    private <T> void succeed(Reply<T> reply) {
        CompletableFuture<Outcome<T>> outcome = new CompletableFuture<>();
        reply.then(Runnable::run, outcome::complete);
        if (outcome.orTimeout(20, TimeUnit.SECONDS).join() instanceof Outcome.Failed<T> failure
                && failure.trouble().kind() != Trouble.Kind.UNACKNOWLEDGED) {
            failed.add(failure.trouble().what());
        }
    }

    private void succeed(Outcome<Boolean> outcome) {
        if (outcome instanceof Outcome.Failed<Boolean> failure) {
            failed.add(failure.trouble().what());
        }
    }

    private static Outcome<Boolean> told(Consumer<Renewed> request) {
        CompletableFuture<Outcome<Boolean>> outcome = new CompletableFuture<>();
        request.accept((grant, told) -> outcome.complete(told));
        return outcome.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        opened.forEach(Store::close);
        time.close();
    }

    private record Granted(LockId lock, long ask, long token, long leaseMillis) implements Grant {}

    /** Asks again by itself, whatever it is told. */
    private static final class Deaf implements Signals {
        @Override
        public void look(LockId lock) {}

        @Override
        public void granted(LockId lock, Pushed grant) {}

        @Override
        public void lookAll() {}

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {}
    }
}
