package dev.mortise.tck;

import dev.mortise.LockView;
import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Time;
import dev.mortise.spi.Traits;
import dev.mortise.spi.Trouble;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store as seen over a bad connection: requests do not arrive, replies get lost, messages are not heard. */
public final class FaultyStore implements Store {

    /** What becomes of requests. */
    public enum Fault {
        /** Nothing is wrong. */
        NONE,
        /** The request is not sent, and that is known. */
        NOT_SENT,
        /** The request takes effect, and its reply is lost. */
        REPLY_LOST,
        /** The request takes effect, and nothing is heard of it, ever. */
        SILENT
    }

    private final Store store;
    private final AtomicInteger faultsLeft = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger heard = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;
    private volatile Trouble.Kind kind = Trouble.Kind.UNAVAILABLE;
    private volatile boolean deaf;
    private volatile @Nullable Signals signals;
    private volatile @Nullable Time time;

    /** That store behind a connection that is good until told otherwise. */
    public FaultyStore(Store store) {
        this.store = store;
    }

    /** From now on every request meets that fault. */
    public void fail(Fault with) {
        fail(with, Integer.MAX_VALUE);
    }

    /** The next requests, so many of them, meet that fault. */
    public void fail(Fault with, int times) {
        faultsLeft.set(times);
        fault = with;
    }

    /** Requests that fail do so for that kind of trouble. */
    public void kind(Trouble.Kind trouble) {
        kind = trouble;
    }

    /** Whether messages that wake waiters or tell a loss are lost. */
    public void dropMessages(boolean lost) {
        deaf = lost;
    }

    /** Says that messages may have been missed, as a store does after a reconnect. */
    public void lookAll() {
        Objects.requireNonNull(signals).lookAll();
    }

    /** How many requests were made. */
    public int requests() {
        return requests.get();
    }

    /** How many messages about a lock have come that wake a waiter or grant it the lock, dropped ones not counted. */
    public int heard() {
        return heard.get();
    }

    /** How often the store has asked every waiter to look, since messages may have been missed. */
    public int looks() {
        return looks.get();
    }

    @Override
    public Traits traits() {
        return store.traits();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void open(StoreContext context) {
        signals = context.signals();
        time = context.time();
        store.open(new StoreContext(
                context.self(),
                context.keyPrefix(),
                context.requestLimit(),
                context.time(),
                new Hearing(context.signals())));
    }

    @Override
    public void check(LockId lock) {
        store.check(lock);
    }

    @Override
    public boolean listening() {
        return store.listening();
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        return sent(() -> store.acquire(ask));
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        return sent(() -> store.release(grant, lastToken, next));
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        return sent(() -> store.withdraw(ask));
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        switch (next()) {
            case NONE -> store.renew(due, sink);
            case NOT_SENT -> due.forEach(grant -> sink.accept(grant, failed(false)));
            case REPLY_LOST -> store.renew(due, (grant, outcome) -> sink.accept(grant, failed(true)));
            case SILENT -> store.renew(due, (grant, outcome) -> {});
        }
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        switch (next()) {
            case NONE -> store.amend(grant, owner, count, sink);
            case NOT_SENT -> sink.accept(grant, failed(false));
            case REPLY_LOST -> store.amend(grant, owner, count, (same, outcome) -> sink.accept(same, failed(true)));
            case SILENT -> store.amend(grant, owner, count, (same, outcome) -> {});
        }
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return sent(() -> store.millisLeft(lock));
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return sent(() -> store.inspect(lock));
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return sent(() -> store.force(lock));
    }

    @Override
    public Reply<List<String>> concerns() {
        return sent(store::concerns);
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> Reply<T> sent(Supplier<Reply<T>> request) {
        return switch (next()) {
            case NONE -> request.get();
            case NOT_SENT -> Reply.of(failed(false));
            case REPLY_LOST -> new LostReply<>(request.get(), failed(true));
            case SILENT -> new SilentReply<>(request.get(), Objects.requireNonNull(time)::nanos);
        };
    }

    private Fault next() {
        requests.incrementAndGet();
        Fault now = fault;
        return now != Fault.NONE && faultsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? now : Fault.NONE;
    }

    private <T> Outcome<T> failed(boolean perhapsDone) {
        return new Outcome.Failed<>(
                new Trouble(kind, "FAULT", "the test cut the connection", "mend it", perhapsDone, null));
    }

    /** Lets messages through or not. */
    private final class Hearing implements Signals {
        private final Signals engine;

        Hearing(Signals engine) {
            this.engine = engine;
        }

        @Override
        public void look(LockId lock) {
            if (!deaf) {
                heard.incrementAndGet();
                engine.look(lock);
            }
        }

        @Override
        public void granted(LockId lock, Pushed grant) {
            if (!deaf) {
                heard.incrementAndGet();
                engine.granted(lock, grant);
            }
        }

        @Override
        public void lookAll() {
            if (!deaf) {
                looks.incrementAndGet();
                engine.lookAll();
            }
        }

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {
            if (!deaf) {
                engine.lost(lock, ask, cause);
            }
        }
    }
}
