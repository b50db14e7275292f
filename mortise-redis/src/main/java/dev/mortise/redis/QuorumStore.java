package dev.mortise.redis;

import dev.mortise.LockView;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Time;
import dev.mortise.spi.Traits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks on a majority of independent Redis masters: held as long as most of them say so, whichever those are. It survives
 * the loss of fewer than half of them, which a replica does not.
 *
 * <p>All masters are asked at once, and none is waited for once a majority has answered. Tokens grow although every master
 * counts for itself: one that not all of the voters agree on is written back to a majority before the lock is granted.
 * docs/quorum.md explains the protocol, and spec/Quorum.tla is what it was checked by.
 */
public final class QuorumStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");
    private static final int FEWEST = 3;
    private static final int MOST = 63;
    private static final byte[] NO_TOKEN = {'0'};

    private final List<Member> members;
    private final Quorum quorum;
    private long guardSeconds;
    private @Nullable Opened opened;

    private QuorumStore(List<Supplier<RedisStore>> masters) {
        this.members = masters.stream().map(Member::new).toList();
        this.quorum = new Quorum(members.size());
    }

    /** What there is once the store is open. */
    private record Opened(
            Time time,
            String node,
            Waits waits,
            Stragglers stragglers,
            Debts debts,
            Assembly assembly,
            Session names,
            Duration limit) {}

    /**
     * A store over several masters, each of which is given by its own store. A master that is not there when the store is
     * opened is tried again later, so each may be made several times.
     *
     * @throws IllegalArgumentException when there are fewer than three
     */
    public static QuorumStore of(List<Supplier<RedisStore>> masters) {
        if (masters.size() < FEWEST || masters.size() > MOST) {
            throw new IllegalArgumentException("a quorum needs from " + FEWEST + " to " + MOST + " masters, not "
                    + masters.size() + ": with fewer than three, the loss of one is the loss of all");
        }
        if (masters.size() % 2 == 0) {
            LOG.warn(
                    "a quorum of {} masters survives the loss of no more than one of {} does: take one off, or add one",
                    masters.size(),
                    masters.size() - 1);
        }
        return new QuorumStore(masters);
    }

    /** The same, over masters at URIs. */
    public static QuorumStore at(List<String> uris, Function<String, RedisStore> store) {
        return of(uris.stream()
                .<Supplier<RedisStore>>map(uri -> () -> store.apply(uri))
                .toList());
    }

    /**
     * Lets a master vote only when it has been up for so long: one that came back without its memory does not know for whom
     * it voted. Give it the longest lease in use. To be called before the store is opened; off by default.
     */
    public QuorumStore amnesiaGuard(Duration longestLease) {
        if (opened != null) {
            throw new IllegalStateException("this store is open already: guard it before");
        }
        // a second more, as uptime is told in whole ones
        guardSeconds = TimeUnit.MILLISECONDS.toSeconds(longestLease.toMillis() + 999) + 1;
        return this;
    }

    @Override
    public Traits traits() {
        return new Traits(true, false, false);
    }

    @Override
    public String describe() {
        return "a quorum of " + members.stream().map(Member::describe).collect(Collectors.joining(", "));
    }

    @Override
    public void open(StoreContext context) {
        if (opened != null) {
            throw new IllegalStateException("this store is open already: each Mortise needs a store of its own");
        }
        Waits waits = new Waits(quorum.majority(), context.time(), context.signals());
        Assembly assembly = new Assembly(members, quorum, context, waits);
        try {
            assembly.begin();
        } catch (RuntimeException e) {
            members.forEach(Member::close);
            throw e;
        }
        Session names = members.stream()
                .map(Member::store)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow()
                .session();
        opened = new Opened(
                context.time(),
                context.self().id(),
                waits,
                new Stragglers(context.time()),
                new Debts(context.time()),
                assembly,
                names,
                context.requestLimit());
    }

    @Override
    public void check(LockId lock) {
        opened().names.naming(lock.kind()).check(lock.name());
    }

    @Override
    public boolean listening() {
        return members.stream().filter(Member::listening).count() >= quorum.majority();
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        Opened now = opened();
        LockKeys keys = now.names.keys(ask.lock());
        long clock = TimeUnit.MILLISECONDS.toMicros(now.time.wallMillis());
        long ticket = now.waits.ticket(ask.lock(), ask.enlist());
        byte[][] args = {
            RedisStore.bytes(now.node + ":" + ask.owner()),
            asked(now, ask.number()),
            RedisStore.bytes(ask.leaseMillis()),
            ask.barge() ? RedisStore.BARGE : ask.enlist() ? RedisStore.ENLIST : RedisStore.TRY,
            RedisStore.bytes(clock),
            RedisStore.bytes(ticket),
            RedisStore.bytes(guardSeconds)
        };
        Request request = new Request(now.names.scripts(ask.lock()).acquire(), keys.all(), args, keys.affinity);
        Places places = new Places(members.size(), member -> leave(now, members.get(member), ask));
        Reply<Ballot> ballot = poll(
                member -> member.send(request).map(RedisStore::acquired),
                answers -> Ballot.count(answers, quorum),
                places::answered);
        return new FollowedReply<>(ballot, outcome -> counted(now, ask, outcome, places));
    }

    private Reply<Answer> counted(Opened now, Ask ask, Outcome<Ballot> outcome, Places places) {
        if (!(outcome instanceof Outcome.Done<Ballot> done)) {
            takeBack(now, ask);
            return Reply.of(RedisStore.failed(outcome));
        }
        Ballot ballot = done.value();
        Answer.Refused refusal = ballot.refusal();
        if (refusal == null) {
            return settle(now, ask, ballot, places);
        }
        releaseEverywhere(now, ask);
        return Reply.of(new Outcome.Done<>(ballot.anyVoted() ? split(now, ask, refusal) : refusal));
    }

    private static Answer split(Opened now, Ask ask, Answer.Refused refusal) {
        long stayAway = now.waits.backoffMillis(ask.lock());
        return new Answer.Refused(Math.min(refusal.millisLeft(), stayAway), refusal.enlisted());
    }

    /**
     * Writes the token back to masters that count lower, until a majority keeps it. Those whose vote is not known yet are
     * told as well: it has no effect where the lock is not the ask's.
     */
    private Reply<Answer> settle(Opened now, Ask ask, Ballot ballot, Places places) {
        long token = ballot.token();
        if (Collections.frequency(ballot.votes(), token) >= quorum.majority()) {
            return granted(now, ask, token, places);
        }
        LockKeys keys = now.names.keys(ask.lock());
        byte[][] args = {asked(now, ask.number()), RedisStore.bytes(token), RedisStore.bytes(ask.leaseMillis())};
        Request request = new Request(QuorumNaming.SETTLE, keys.all(), args, keys.affinity);
        Reply<Boolean> settled = poll(
                member -> ballot.votes().get(members.indexOf(member)) == token
                        ? Reply.of(new Outcome.Done<>(true))
                        : member.send(request).map(reply -> RedisStore.read(reply, RedisStore::is)),
                quorum::decide,
                (member, outcome) -> {});
        return new FollowedReply<>(settled, outcome -> {
            if (outcome instanceof Outcome.Done<Boolean> done && done.value()) {
                return granted(now, ask, token, places);
            }
            takeBack(now, ask);
            // too few keep it: its votes are gone, or their masters do not answer any more
            return Reply.of(new Outcome.Done<>(new Answer.Refused(now.waits.backoffMillis(ask.lock()), false)));
        });
    }

    private static Reply<Answer> granted(Opened now, Ask ask, long token, Places places) {
        now.waits.over(ask.lock());
        places.leave();
        return Reply.of(new Outcome.Done<>(new Answer.Granted(token)));
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken) {
        Opened now = opened();
        Request request = releaseRequest(
                now, grant.lock(), grant.ask(), grant.leaseMillis(), lastToken > grant.token() ? lastToken : 0);
        long until = now.time.nanos() + TimeUnit.MILLISECONDS.toNanos(grant.leaseMillis());
        now.debts.sent(members.size());
        return poll(
                        member -> member.send(request).map(reply -> released(reply)),
                        quorum::decide,
                        (member, outcome) -> now.debts.answered(members.get(member), request, until, outcome))
                .map(outcome -> RedisStore.mapped(outcome, yes -> yes ? new Answer.Released() : new Answer.Gone()));
    }

    private static Outcome<Boolean> released(Outcome<Object> reply) {
        return RedisStore.mapped(RedisStore.released(reply), answer -> answer instanceof Answer.Released);
    }

    private Request releaseRequest(Opened now, LockId lock, long ask, long leaseMillis, long lastToken) {
        LockKeys keys = now.names.keys(lock);
        byte[][] args = {
            asked(now, ask), lastToken == 0 ? NO_TOKEN : RedisStore.bytes(lastToken), RedisStore.bytes(leaseMillis)
        };
        return new Request(now.names.scripts(lock).release(), keys.all(), args, keys.affinity);
    }

    /** Takes back whatever votes an ask has, also those that are not known; the node goes on waiting. */
    private void releaseEverywhere(Opened now, Ask ask) {
        Request request = releaseRequest(now, ask.lock(), ask.number(), ask.leaseMillis(), 0);
        for (Member member : members) {
            now.debts.release(member, request, ask.leaseMillis());
        }
    }

    /** Takes back all that an ask has, known or not. */
    private void takeBack(Opened now, Ask ask) {
        for (Member member : members) {
            leave(now, member, ask);
        }
    }

    private static void leave(Opened now, Member member, Ask ask) {
        LockKeys keys = now.names.keys(ask.lock());
        byte[][] args = {asked(now, ask.number())};
        Request request = new Request(QuorumNaming.leave(ask.lock()), keys.all(), args, keys.affinity);
        now.debts.release(member, request, ask.leaseMillis());
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        Opened now = opened();
        now.waits.over(ask.lock());
        Reply<Ballot> left = poll(
                member -> member.ask(store -> store.withdraw(ask))
                        .map(outcome -> RedisStore.mapped(
                                outcome,
                                answer -> answer instanceof Answer.Gone ? new Answer.Refused(0, false) : answer)),
                answers -> Ballot.count(answers, quorum),
                (member, outcome) -> {});
        return new FollowedReply<>(left, outcome -> {
            if (outcome instanceof Outcome.Done<Ballot> done) {
                if (done.value().refusal() == null) {
                    return Reply.of(
                            new Outcome.Done<>(new Answer.Granted(done.value().token())));
                }
                takeBack(now, ask);
                return Reply.of(new Outcome.Done<>(new Answer.Gone()));
            }
            return Reply.of(RedisStore.failed(outcome));
        });
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        Confirmations confirmations = new Confirmations(quorum, due, sink);
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            RedisStore store = members.get(i).store();
            if (store == null) {
                due.forEach(grant ->
                        confirmations.accept(index, grant, members.get(index).failed()));
            } else {
                store.renew(due, (grant, outcome) -> confirmations.accept(index, grant, outcome));
            }
        }
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        Confirmations confirmations = new Confirmations(quorum, List.of(grant), sink);
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            RedisStore store = members.get(i).store();
            if (store == null) {
                confirmations.accept(index, grant, members.get(index).failed());
            } else {
                store.amend(grant, owner, count, (same, outcome) -> confirmations.accept(index, same, outcome));
            }
        }
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return poll(
                member -> member.ask(store -> store.millisLeft(lock)),
                answers -> QuorumView.millisLeft(answers, quorum),
                (member, outcome) -> {});
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return poll(
                member -> member.ask(store -> store.inspect(lock)),
                answers -> QuorumView.of(lock, answers, quorum),
                (member, outcome) -> {});
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return poll(
                member -> member.ask(store -> store.force(lock)),
                answers -> QuorumView.forced(answers, quorum),
                (member, outcome) -> {});
    }

    @Override
    public void close() {
        Opened now = opened;
        if (now != null) {
            now.stragglers.handOver();
            now.debts.close(now.limit.toNanos());
            now.assembly.close();
        }
        List<Thread> closing = new ArrayList<>();
        members.forEach(member -> closing.add(new Thread(member::close, "mortise-close")));
        closing.forEach(Thread::start);
        closing.forEach(Assembly::join);
    }

    private <A, R> Reply<R> poll(Function<Member, Reply<A>> question, Tally.Rule<A, R> rule, Tally.Each<A> each) {
        Opened now = opened();
        List<Reply<A>> replies = new ArrayList<>(members.size());
        for (Member member : members) {
            replies.add(question.apply(member));
        }
        return new Tally<>(now.time, now.stragglers, members, replies, rule, each).reply();
    }

    private static byte[] asked(Opened now, long number) {
        return RedisStore.bytes(now.node + "/" + number);
    }

    private Opened opened() {
        Opened now = opened;
        if (now == null) {
            throw new IllegalStateException("this store was not opened");
        }
        return now;
    }
}
