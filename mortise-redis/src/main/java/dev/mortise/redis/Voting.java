package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntConsumer;

/*
 * How a majority grants a lock (spec/Quorum.tla has the same names)
 * ================================================================
 *
 *   Acquire   the ask goes to all masters at once. A master whose key is free keeps it for the ask and votes, with a token:
 *             at least the node's clock, and above its own last one
 *   Settle    a majority has voted: the token is the highest of the votes. Masters that voted with it keep it already; the
 *             others are told to, which has an effect only where the key is still the ask's
 *   Grant     a majority keeps the token. The engine counts the validity from before the ask was sent, less drift, and
 *             looks at it as the last thing before it returns the hold
 *   Fill up   masters at which another's vote stood in the way are asked again, while the hold lasts
 *   Renew     all masters, each only if the key is the ask's; confirmed by a majority
 *   Release   all masters, whatever they answered before; sent again to those that do not answer, until the lease is over
 *
 * Two grants cannot have one token, or the later one the lower: their majorities have a master in common. There the later
 * ask has voted after the earlier one's token was kept, or the earlier one could not have kept it.
 */
final class Voting {

    /** Which of the arguments of an ask says how it is asked. */
    private static final int MODE = 3;

    private static final byte[] TELL = {'0'};
    private static final byte[] TAKE_BACK = {'1'};

    final Session names;
    final Rounds rounds;
    private final FillUps fillUps;
    private final List<Member> members;
    private final Quorum quorum;
    private final Time time;
    private final String node;
    private final Duration limit;
    private final Waits waits;
    private final Assembly assembly;
    private final Stragglers stragglers;
    /** By member. */
    private final List<Debts> debts;

    private final AmnesiaGuard guard;
    private final AtomicLong told = new AtomicLong();

    Voting(
            List<Member> members,
            Quorum quorum,
            StoreContext context,
            Waits waits,
            Assembly assembly,
            AmnesiaGuard guard) {
        this.members = members;
        this.quorum = quorum;
        this.time = context.time();
        this.rounds = new Rounds(time);
        this.fillUps = new FillUps(time);
        this.node = context.self().id();
        this.limit = context.requestLimit();
        this.waits = waits;
        this.assembly = assembly;
        this.stragglers = new Stragglers(time);
        this.debts = members.stream().map(member -> new Debts(member, time)).toList();
        this.guard = guard;
        this.names = members.stream()
                .map(Member::store)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow()
                .session();
    }

    Reply<Answer> acquire(Ask ask) {
        LockKeys keys = names.keys(ask.lock());
        long vote = rounds.vote(ask.number(), ask.leaseMillis());
        guard.mind(ask.leaseMillis());
        byte[][] args = acquireArgs(ask, vote);
        Request request = new Request(names.scripts(ask.lock()).acquire(), keys.all(), args, keys.affinity);
        IntConsumer giveBack =
                member -> owe(member, releaseRequest(ask.lock(), vote, ask.leaseMillis(), 0), ask.leaseMillis());
        FillUps.FillUp fillUp = fillUps.of(ask, member -> askLate(member, request, args), giveBack);
        Remains remains = new Remains(members.size(), member -> leave(member, ask, vote, TELL), giveBack, fillUp);
        Reply<Ballot> ballot = this.<Answer, Ballot>poll(
                member -> member.send(request).map(Answers::acquired),
                answers -> Ballot.count(answers, quorum),
                remains::answered);
        return new FollowedReply<>(ballot, outcome -> counted(ask, vote, outcome, remains));
    }

    /** What most asks have no need of is left out. */
    private byte[][] acquireArgs(Ask ask, long vote) {
        byte[] owner = RedisStore.bytes(node + ":" + ask.owner());
        byte[] lease = RedisStore.bytes(ask.leaseMillis());
        byte[] mode = ask.barge() ? RedisStore.BARGE : ask.enlist() ? RedisStore.ENLIST : RedisStore.TRY;
        byte[] least = RedisStore.bytes(clock());
        byte[] ticket = RedisStore.bytes(waits.ticket(ask.lock(), ask.enlist()));
        return vote == ask.number() && !guard.isOn()
                ? new byte[][] {owner, known(vote), lease, mode, least, ticket}
                : new byte[][] {owner, known(vote), lease, mode, least, ticket, known(ask.number()), guard.seconds()};
    }

    /** As an ask that comes late: it does not wait, and as the lock is the ask's it goes past the queue. */
    private Reply<Answer> askLate(int member, Request request, byte[][] args) {
        byte[][] late = args.clone();
        late[MODE] = RedisStore.BARGE;
        return members.get(member)
                .send(new Request(request.script(), request.keys(), late, request.affinity()))
                .map(Answers::acquired);
    }

    /** The node's clock in microseconds, never the same twice: where masters would have to count, they need longer. */
    private long clock() {
        long now = TimeUnit.MILLISECONDS.toMicros(time.wallMillis());
        return told.updateAndGet(last -> Math.max(last + 1, now));
    }

    private Reply<Answer> counted(Ask ask, long vote, Outcome<Ballot> outcome, Remains remains) {
        if (!(outcome instanceof Outcome.Done<Ballot> done)) {
            takeBack(ask, vote);
            return Reply.of(Answers.failed(outcome));
        }
        Ballot ballot = done.value();
        Answer.Refused refusal = ballot.refusal();
        if (refusal == null) {
            return settle(ask, vote, ballot, remains);
        }
        if (ballot.mayHaveVotes()) {
            nextRound(ask);
            remains.refused();
        }
        return Reply.of(new Outcome.Done<>(ballot.hasVotes() ? split(ask, refusal) : refusal));
    }

    /** Some have voted for it: whoever has voted for others may give way as well, so it stays away for a random time. */
    private Answer split(Ask ask, Answer.Refused refusal) {
        return new Answer.Refused(Math.min(refusal.millisLeft(), waits.backoffMillis(ask.lock())), refusal.enlisted());
    }

    /**
     * Writes the token back to masters that count lower, until a majority keeps it. Those whose vote is not known yet are
     * told as well: it has no effect where the lock is not the ask's.
     */
    private Reply<Answer> settle(Ask ask, long vote, Ballot ballot, Remains remains) {
        long token = ballot.token();
        if (Collections.frequency(ballot.votes(), token) >= quorum.majority()) {
            return granted(ask, token, remains);
        }
        LockKeys keys = names.keys(ask.lock());
        byte[][] args = {known(vote), RedisStore.bytes(token), RedisStore.bytes(ask.leaseMillis())};
        Request request = new Request(QuorumNaming.SETTLE, keys.all(), args, keys.affinity);
        Reply<Boolean> settled = this.<Boolean, Boolean>poll(
                member -> ballot.votes().get(members.indexOf(member)) == token
                        ? Reply.of(new Outcome.Done<>(true))
                        : member.send(request).map(reply -> Answers.read(reply, Answers::is)),
                quorum::decide,
                (member, outcome) -> {});
        return new FollowedReply<>(settled, outcome -> {
            if (outcome instanceof Outcome.Done<Boolean> done && done.value()) {
                return granted(ask, token, remains);
            }
            takeBack(ask, vote);
            // too few keep it: its votes are gone, or their masters do not answer any more
            return Reply.of(new Outcome.Done<>(new Answer.Refused(waits.backoffMillis(ask.lock()), false)));
        });
    }

    private Reply<Answer> granted(Ask ask, long token, Remains remains) {
        waits.over(ask.lock());
        remains.granted();
        return Reply.of(new Outcome.Done<>(new Answer.Granted(token)));
    }

    Reply<Answer> release(Grant grant, long lastToken) {
        fillUps.over(grant.ask());
        long vote = rounds.vote(grant.ask(), grant.leaseMillis());
        Request request =
                releaseRequest(grant.lock(), vote, grant.leaseMillis(), lastToken > grant.token() ? lastToken : 0);
        Debts.Debt debt = debts.get(0).of(request, grant.leaseMillis());
        debts.forEach(Debts::begun);
        return this.<Boolean, Boolean>poll(
                        member -> member.send(request).map(Voting::released),
                        quorum::decide,
                        (member, outcome) -> debts.get(member).answered(debt, outcome))
                .map(outcome -> {
                    if (outcome instanceof Outcome.Done) {
                        rounds.over(grant.ask());
                    }
                    return Answers.mapped(outcome, yes -> yes ? new Answer.Released() : new Answer.Gone());
                });
    }

    private static Outcome<Boolean> released(Outcome<Object> reply) {
        boolean foreign = reply instanceof Outcome.Failed<Object> failed
                && failed.trouble().kind() == Trouble.Kind.FOREIGN;
        return foreign ? new Outcome.Done<>(false) : Answers.read(reply, Answers::is);
    }

    Reply<Answer> withdraw(Ask ask) {
        waits.over(ask.lock());
        long vote = rounds.vote(ask.number(), ask.leaseMillis());
        Request request = leaveRequest(ask, vote, TELL);
        Reply<Ballot> left = this.<Answer, Ballot>poll(
                member -> member.send(request).map(outcome -> Answers.read(outcome, Voting::left)),
                answers -> Ballot.count(answers, quorum),
                (member, outcome) -> {});
        return new FollowedReply<>(left, outcome -> {
            if (!(outcome instanceof Outcome.Done<Ballot> done)) {
                return Reply.of(Answers.failed(outcome));
            }
            if (done.value().refusal() == null) {
                return Reply.of(
                        new Outcome.Done<>(new Answer.Granted(done.value().token())));
            }
            if (done.value().mayHaveVotes()) {
                takeBack(ask, vote);
            }
            rounds.over(ask.number());
            return Reply.of(new Outcome.Done<>(new Answer.Gone()));
        });
    }

    private static Answer left(Object value) {
        return value instanceof List<?> token
                ? new Answer.Granted(Answers.number(token.get(0)))
                : new Answer.Refused(0, false);
    }

    /** Takes back all that a round has, known or not, and the ask's places in the queues. */
    private void takeBack(Ask ask, long vote) {
        nextRound(ask);
        for (int member = 0; member < members.size(); member++) {
            leave(member, ask, vote, TAKE_BACK);
        }
    }

    /** An ask that does not wait is not sent again. */
    private void nextRound(Ask ask) {
        if (ask.enlist() || ask.again()) {
            rounds.next(ask.number(), ask.leaseMillis());
        }
    }

    private void leave(int member, Ask ask, long vote, byte[] whole) {
        owe(member, leaveRequest(ask, vote, whole), ask.leaseMillis());
    }

    private void owe(int member, Request release, long leaseMillis) {
        Debts mine = debts.get(member);
        mine.send(mine.of(release, leaseMillis));
    }

    private Request leaveRequest(Ask ask, long vote, byte[] whole) {
        LockKeys keys = names.keys(ask.lock());
        byte[][] args = {known(vote), known(ask.number()), whole};
        return new Request(names.scripts(ask.lock()).withdraw(), keys.all(), args, keys.affinity);
    }

    private Request releaseRequest(LockId lock, long vote, long leaseMillis, long lastToken) {
        LockKeys keys = names.keys(lock);
        byte[][] args = lastToken == 0
                ? new byte[][] {known(vote)}
                : new byte[][] {known(vote), RedisStore.bytes(lastToken), RedisStore.bytes(leaseMillis)};
        return new Request(names.scripts(lock).release(), keys.all(), args, keys.affinity);
    }

    /** As the masters know an ask, or a round of it. */
    private byte[] known(long number) {
        return RedisStore.bytes(node + "/" + number);
    }

    /** Asks the store of each member. */
    <A, R> Reply<R> ask(Function<RedisStore, Reply<A>> question, Tally.Rule<A, R> rule) {
        return poll(member -> member.ask(question), rule, (member, outcome) -> {});
    }

    private <A, R> Reply<R> poll(Function<Member, Reply<A>> question, Tally.Rule<A, R> rule, Tally.Each<A> each) {
        List<Reply<A>> replies = new ArrayList<>(members.size());
        for (Member member : members) {
            replies.add(question.apply(member));
        }
        return new Tally<>(time, stragglers, members, replies, rule, each).reply();
    }

    /** Lets releases end that are under way. */
    void close() {
        fillUps.close();
        stragglers.handOver();
        debts.forEach(Debts::close);
        long end = System.nanoTime() + limit.toNanos();
        debts.forEach(each -> each.awaitEnd(end));
        assembly.close();
    }
}
