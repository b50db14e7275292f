package dev.mortise.internal;

import dev.mortise.LockView;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Messages;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Traits;
import dev.mortise.spi.Trouble;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that does what the test wrote down, and keeps what it was asked. Without a script it grants and releases. */
final class ScriptedStore implements Store {

    final List<Ask> asks = new ArrayList<>();
    final List<Grant> releases = new ArrayList<>();
    final List<Ask> nexts = new ArrayList<>();
    final List<Ask> withdrawals = new ArrayList<>();
    final List<Long> renewedLeases = new ArrayList<>();
    final Deque<Supplier<Reply<Answer>>> acquireScript = new ArrayDeque<>();
    final Deque<Supplier<Reply<Answer>>> releaseScript = new ArrayDeque<>();
    final Deque<Supplier<Reply<Answer>>> withdrawScript = new ArrayDeque<>();
    /** Renewals that the test may answer late. */
    final List<Consumer<Outcome<Boolean>>> unanswered = new ArrayList<>();

    /** What becomes of every renewal; pending for no answer at all. */
    Outcome<Boolean> renewal = new Outcome.Done<>(true);

    StoreContext context;

    /** For waiters to read; null if they may not. */
    @Nullable
    Messages messages;

    private long token;

    /** An answer that is there at once. */
    static Supplier<Reply<Answer>> answers(Answer answer) {
        return () -> Reply.of(new Outcome.Done<>(answer));
    }

    /** A trouble instead of an answer. */
    static Supplier<Reply<Answer>> fails(Trouble.Kind kind, boolean perhapsDone) {
        return () -> Reply.of(new Outcome.Failed<>(
                new Trouble(kind, "CODE", "something happened", "do something", perhapsDone, null)));
    }

    /** A reply that the test completes later. */
    static final class Late implements Reply<Answer>, Supplier<Reply<Answer>> {
        private final List<Consumer<Outcome<Answer>>> consumers = new ArrayList<>();
        private Outcome<Answer> outcome = Outcome.pending();

        @Override
        public Reply<Answer> get() {
            return this;
        }

        void complete(Answer answer) {
            outcome = new Outcome.Done<>(answer);
            consumers.forEach(consumer -> consumer.accept(outcome));
        }

        @Override
        public Outcome<Answer> await(long untilNanos, boolean interruptible) {
            return outcome;
        }

        @Override
        public void then(Executor executor, Consumer<Outcome<Answer>> consumer) {
            if (outcome instanceof Outcome.Pending) {
                consumers.add(consumer);
            } else {
                consumer.accept(outcome);
            }
        }
    }

    @Override
    public Traits traits() {
        return new Traits(true, true, false, true, true);
    }

    @Override
    public String describe() {
        return "script";
    }

    @Override
    public void open(StoreContext opened) {
        context = opened;
    }

    @Override
    public @Nullable Messages messages() {
        return messages;
    }

    @Override
    public boolean listening() {
        return true;
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        asks.add(ask);
        return next(acquireScript, () -> Reply.of(new Outcome.Done<>(new Answer.Granted(++token))));
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        releases.add(grant);
        if (next != null) {
            nexts.add(next);
        }
        return next(releaseScript, answers(new Answer.Released()));
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        withdrawals.add(ask);
        return next(withdrawScript, answers(new Answer.Gone()));
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        for (Grant grant : due) {
            renewedLeases.add(grant.leaseMillis());
            if (renewal instanceof Outcome.Pending) {
                unanswered.add(outcome -> sink.accept(grant, outcome));
            } else {
                sink.accept(grant, renewal);
            }
        }
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        sink.accept(grant, new Outcome.Done<>(true));
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return Reply.of(new Outcome.Done<>(-2L));
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return Reply.of(new Outcome.Done<>(new LockView(lock.name(), null, List.of())));
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return Reply.of(new Outcome.Done<>(false));
    }

    @Override
    public void close() {}

    private static Reply<Answer> next(Deque<Supplier<Reply<Answer>>> script, Supplier<Reply<Answer>> otherwise) {
        return Objects.requireNonNullElse(script.poll(), otherwise).get();
    }
}
