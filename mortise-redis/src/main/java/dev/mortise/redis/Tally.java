package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Time;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * One question to all members of a quorum: complete as soon as its rule can decide, whoever is still to answer.
 *
 * <p>A caller that awaits it reads the replies of the members itself, one after the other, those first that answer fast:
 * the requests are under way to all of them by then. A member that lets it wait is left to its I/O thread.
 *
 * @param <A> what each member answers
 * @param <R> what they decide together
 */
final class Tally<A, R> extends PendingReply {

    /** How long a caller waits for one member before it turns to the others. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Time time;
    private final Stragglers stragglers;
    private final List<Member> members;
    private final List<Reply<A>> replies;
    private final Rule<A, R> rule;
    private final Each<A> each;
    private final Answers<A> answers;
    private final AtomicIntegerArray handed;
    private final long sent;

    /** Decides from the answers so far; called from any thread. */
    interface Rule<A, R> {
        /** The decision, or null while more answers are needed. */
        @Nullable
        Outcome<R> decide(Answers<A> answers);
    }

    /** What was answered so far, by member. */
    static final class Answers<A> {

        private final AtomicReferenceArray<@Nullable Outcome<A>> outcomes;

        Answers(int members) {
            this.outcomes = new AtomicReferenceArray<>(members);
        }

        void set(int member, Outcome<A> outcome) {
            outcomes.set(member, outcome);
        }

        int members() {
            return outcomes.length();
        }

        /** Null while there is none. */
        @Nullable
        Outcome<A> of(int member) {
            return outcomes.get(member);
        }

        /** Null while there is none, and when it has failed. */
        @Nullable
        A value(int member) {
            return of(member) instanceof Outcome.Done<A> done ? done.value() : null;
        }
    }

    /** Is told what each member answers, also those that answer after the decision; called from any thread. */
    interface Each<A> {
        void accept(int member, Outcome<A> outcome);
    }

    /**
     * @param replies by member, each under way
     */
    Tally(
            Time time,
            Stragglers stragglers,
            List<Member> members,
            List<Reply<A>> replies,
            Rule<A, R> rule,
            Each<A> each) {
        this.time = time;
        this.stragglers = stragglers;
        this.members = members;
        this.replies = replies;
        this.rule = rule;
        this.each = each;
        this.answers = new Answers<>(replies.size());
        this.handed = new AtomicIntegerArray(replies.size());
        this.sent = time.nanos();
    }

    @SuppressWarnings("unchecked")
    Reply<R> reply() {
        return (Reply<R>) (Reply<?>) this;
    }

    @Override
    protected long nanos() {
        return time.nanos();
    }

    @Override
    boolean works(long untilNanos, boolean interruptible) {
        int next = VirtualThreads.isVirtual(Thread.currentThread()) ? -1 : next();
        if (next < 0) {
            handOver();
            return false;
        }
        long patience = time.nanos() + PATIENCE_NANOS;
        try {
            Outcome<A> outcome = replies.get(next).await(Math.min(untilNanos, patience), interruptible);
            if (!(outcome instanceof Outcome.Pending<A>)) {
                if (answered(next, outcome)) {
                    stragglers.add(this);
                }
            } else if (time.nanos() - patience >= 0) {
                members.get(next).slow = true;
                handOver(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    @Override
    void leaves() {
        handOver();
    }

    @Override
    void isAsked() {
        handOver();
    }

    /** A member to wait for; −1 when there is none but slow ones. */
    private int next() {
        for (int i = 0; i < replies.size(); i++) {
            if (answers.of(i) == null && handed.get(i) == 0 && !members.get(i).slow) {
                return i;
            }
        }
        return -1;
    }

    /** Leaves all replies that are still to come to the I/O threads. */
    void handOver() {
        for (int i = 0; i < replies.size(); i++) {
            handOver(i);
        }
    }

    private void handOver(int member) {
        if (answers.of(member) == null && handed.compareAndSet(member, 0, 1)) {
            replies.get(member).then(Runnable::run, outcome -> {
                if (answered(member, outcome)) {
                    handOver();
                }
            });
        }
    }

    /** Whether this answer has decided it. */
    @SuppressWarnings("unchecked")
    private boolean answered(int member, Outcome<A> outcome) {
        answers.set(member, outcome);
        if (outcome instanceof Outcome.Failed<A>) {
            members.get(member).slow = true;
        } else if (!isDone() && time.nanos() - sent < PATIENCE_NANOS) {
            members.get(member).slow = false;
        }
        each.accept(member, outcome);
        if (isDone()) {
            return false;
        }
        Outcome<R> decision = rule.decide(answers);
        return decision != null && complete((Outcome<Object>) (Outcome<?>) decision);
    }
}
