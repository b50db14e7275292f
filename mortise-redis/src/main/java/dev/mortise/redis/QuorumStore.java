package dev.mortise.redis;

import dev.mortise.LockView;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Traits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private final List<Member> members;
    private final Quorum quorum;
    private final AmnesiaGuard guard = new AmnesiaGuard();
    private @Nullable Voting voting;

    private QuorumStore(List<Supplier<RedisStore>> masters) {
        this.members = masters.stream().map(Member::new).toList();
        this.quorum = new Quorum(members.size());
    }

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
                    "a quorum of {} masters survives the loss of no more of them than one of {} does: take one off, or add one",
                    masters.size(),
                    masters.size() - 1);
        }
        return new QuorumStore(masters);
    }

    /**
     * The same, over masters at URIs.
     *
     * @throws IllegalArgumentException when one of them is not of one server
     */
    public static QuorumStore at(List<String> uris, Function<String, RedisStore> store) {
        for (String uri : uris) {
            if (TopologyUri.handles(uri.replaceFirst("(?s):.*", "").toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "a master of a quorum is one server: behind Sentinel or in a Cluster a"
                                + " replica may take its place that does not know for whom it voted");
            }
        }
        return of(uris.stream()
                .<Supplier<RedisStore>>map(uri -> () -> store.apply(uri))
                .toList());
    }

    /**
     * Lets a master vote only when it has been up for so long: one that came back without its memory does not know for whom
     * it voted. Give it the longest lease in use. To be called before the store is opened; off by default.
     */
    public QuorumStore amnesiaGuard(Duration longestLease) {
        if (voting != null) {
            throw new IllegalStateException("this store is open already: guard it before");
        }
        guard.cover(longestLease);
        return this;
    }

    @Override
    public Traits traits() {
        return new Traits(true, false, false, false, false);
    }

    @Override
    public String describe() {
        return "a quorum of " + members.stream().map(Member::describe).collect(Collectors.joining(", "));
    }

    @Override
    public void open(StoreContext context) {
        if (voting != null) {
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
        voting = new Voting(members, quorum, context, waits, assembly, guard);
    }

    @Override
    public void check(LockId lock) {
        voting().names.naming(lock.kind()).check(lock.name());
    }

    @Override
    public boolean listening() {
        return members.stream().filter(Member::listening).count() >= quorum.majority();
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        return voting().acquire(ask);
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        return voting().release(grant, lastToken);
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        return voting().withdraw(ask);
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        Voting now = voting();
        due.forEach(grant -> guard.mind(grant.leaseMillis()));
        Confirmations confirmations = new Confirmations(quorum, sink);
        List<Grant> voted = due.stream().map(now.rounds::voted).toList();
        voted.forEach(confirmations::expect);
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            RedisStore store = members.get(i).store();
            if (store == null) {
                voted.forEach(grant ->
                        confirmations.accept(index, grant, members.get(index).failed()));
            } else {
                store.renew(voted, (grant, outcome) -> confirmations.accept(index, grant, outcome));
            }
        }
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        Confirmations confirmations = new Confirmations(quorum, sink);
        Grant voted = voting().rounds.voted(grant);
        confirmations.expect(voted);
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            RedisStore store = members.get(i).store();
            if (store == null) {
                confirmations.accept(index, voted, members.get(index).failed());
            } else {
                store.amend(voted, owner, count, (same, outcome) -> confirmations.accept(index, same, outcome));
            }
        }
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return voting().ask(store -> store.millisLeft(lock), answers -> QuorumView.millisLeft(answers, quorum));
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return voting().ask(store -> store.inspect(lock), answers -> QuorumView.of(lock, answers, quorum));
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return voting().ask(store -> store.force(lock), answers -> QuorumView.forced(answers, quorum));
    }

    @Override
    public void close() {
        Voting now = voting;
        if (now != null) {
            now.close();
        }
        List<Thread> closing = new ArrayList<>();
        members.forEach(member -> closing.add(new Thread(member::close, "mortise-close")));
        closing.forEach(Thread::start);
        closing.forEach(Assembly::join);
    }

    private Voting voting() {
        Voting now = voting;
        if (now == null) {
            throw new IllegalStateException("this store was not opened");
        }
        return now;
    }
}
