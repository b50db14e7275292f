package dev.mortise.redis;

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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks on a Redis server, behind Sentinel or in a Redis Cluster: turns each request of the engine into one call of a script, and
 * {@link Answers} its reply into an answer. docs/wire.md has every key, field, channel and message.
 */
public final class RedisStore implements Store {

    static final byte[][] NO_ARGS = {};
    private static final Choice OWN = OwnNaming::classic;
    private static final Choice OWN_SHARDED = (prefix, sharded) -> OwnNaming.sharded(prefix);
    private static final Choice REDISSON = (prefix, sharded) -> new RedissonNaming(prefix);
    static final byte[] TRY = {'0'};
    static final byte[] ENLIST = {'1'};
    static final byte[] BARGE = {'2'};
    private static final byte[] ENLIST_AGAIN = {'3'};
    private static final byte[] NO_TOKEN = {};
    private static final byte[] NOBODY = {};

    /** How locks are named. */
    private interface Choice {
        Naming make(String prefix, boolean sharded);
    }

    private final Driver driver;
    private Choice naming = OWN;
    private @Nullable Session session;

    /** A store over a driver, which it closes. */
    public RedisStore(Driver driver) {
        this.driver = driver;
    }

    /**
     * A store at a URI.
     *
     * @param uri of one server as in {@link RedisUri}, or {@code redis-sentinel://} and {@code redis-cluster://} as in
     *     docs/topologies.md; with {@code ?naming=redisson} for {@link #redissonNaming()}, {@code ?messages=sharded} for
     *     {@link #shardedMessages()}
     * @param provider makes the driver
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri, DriverProvider provider) {
        return at(uri, provider, null);
    }

    /**
     * The same.
     *
     * @param tls whom to trust and what to be known by, for a URI with {@code rediss}; null for what the URI says
     */
    public static RedisStore at(String uri, DriverProvider provider, @Nullable Tls tls) {
        StoreUri read = StoreUri.parse(uri);
        RedisStore store = new RedisStore(read.driver(provider, tls));
        if (read.redissonNaming()) {
            store.redissonNaming();
        }
        return read.shardedMessages() ? store.shardedMessages() : store;
    }

    /**
     * Names locks as Redisson does, so that clients of Redisson and of this store exclude and wake each other: the bare
     * name of a lock is its key. All nodes that share locks must use the same naming. To be called before the store is
     * opened. docs/migrating-from-redisson.md says what is shared and what not.
     */
    public RedisStore redissonNaming() {
        return choose(REDISSON);
    }

    /**
     * Tells waiting nodes on sharded channels, which trouble only the servers that have a lock's slot, instead of on classic
     * ones, which a Redis Cluster passes on to all its servers. All nodes that share locks must use the same. Only in a
     * Cluster of Redis 7 or later, or Valkey; to be called before the store is opened. docs/topologies.md says which to
     * choose.
     */
    public RedisStore shardedMessages() {
        return choose(OWN_SHARDED);
    }

    private RedisStore choose(Choice chosen) {
        if (session != null) {
            throw new IllegalStateException("this store is open already: choose naming and messages before");
        }
        if (naming != OWN && naming != chosen) {
            throw new IllegalArgumentException("Redisson's naming has no sharded messages: choose one of the two");
        }
        naming = chosen;
        return this;
    }

    /** Makes it the store of one master of a quorum. */
    RedisStore quorumNaming() {
        if (naming != OWN) {
            throw new IllegalArgumentException(
                    "a quorum has Mortise's own naming and no sharded messages: leave ?naming= and ?messages= out");
        }
        naming = (prefix, sharded) -> new QuorumNaming(prefix);
        return this;
    }

    @Override
    public Traits traits() {
        // clients of Redisson wait in no queue of ours: every release must be a free lock for them
        boolean own = naming != REDISSON;
        return new Traits(true, true, own, own, driver.hasLanes());
    }

    @Override
    public String describe() {
        return driver.describe();
    }

    @Override
    public void open(StoreContext context) {
        if (session != null) {
            throw new IllegalStateException("this store is open already: each Mortise needs a store of its own");
        }
        if (naming == REDISSON && driver.sharded()) {
            throw new IllegalArgumentException(
                    "Redisson's naming is not for a Redis Cluster: its clients tell their releases"
                            + " there on sharded channels, which Mortise does not hear");
        }
        if (naming == OWN_SHARDED && !driver.sharded()) {
            throw new IllegalArgumentException(
                    "sharded messages are for a Redis Cluster, and this is none: leave messages=sharded out");
        }
        session = Session.open(driver, context, naming.make(context.keyPrefix(), driver.sharded()));
    }

    @Override
    public @Nullable Messages messages() {
        return session().messages();
    }

    @Override
    public boolean listening() {
        return session().listening();
    }

    @Override
    public void check(LockId lock) {
        session().naming(lock.kind()).check(lock.name());
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        Session now = session();
        LockKeys keys = now.keys(ask.lock());
        return now.neighbours != null && keys instanceof SharedKeys shared
                ? acquireShared(now, now.neighbours, shared, ask)
                : now.shardedMessages != null
                        ? acquireSharded(now, now.shardedMessages, keys, ask)
                        : sendAcquire(now, keys, ask, ask.enlist()).map(Answers::acquired);
    }

    /** Whoever would not hear that it has the lock does not enlist: it listens, and is told to ask again. */
    private static Reply<Answer> acquireSharded(Session now, ShardedMessages messages, LockKeys keys, Ask ask) {
        return sendAcquire(now, keys, ask, ask.enlist() && messages.hears(keys)).map(outcome -> {
            Outcome<Answer> answer = Answers.acquired(outcome);
            if (ask.enlist() && answer instanceof Outcome.Done<Answer> done && done.value() instanceof Answer.Refused) {
                messages.listen(ask.lock(), keys);
            }
            return answer;
        });
    }

    private static Reply<Answer> acquireShared(Session now, Neighbours neighbours, SharedKeys keys, Ask ask) {
        long out = ask.enlist() ? neighbours.millisOut(ask, keys) : 0;
        if (out > 0) {
            return Reply.of(new Outcome.Done<>(new Answer.Refused(out, false)));
        }
        keys.unanswered = ask.number();
        boolean enlist = ask.enlist() && neighbours.hears(keys);
        return sendAcquire(now, keys, ask, enlist).map(outcome -> {
            Outcome<Answer> answer = Answers.acquired(outcome);
            neighbours.answered(ask, keys, answer);
            return answer;
        });
    }

    private static Reply<Object> sendAcquire(Session now, LockKeys keys, Ask ask, boolean enlist) {
        Request acquire = acquireRequest(now, keys, ask, enlist);
        if (ask.acknowledgement().isNone()) {
            return now.link.send(acquire);
        }
        byte[][] asked = {bytes(now.node + "/" + ask.number()), NO_TOKEN};
        Request release = new Request(now.scripts(ask.lock()).release(), keys.all(), asked, keys.affinity);
        return now.lanes
                .send(ask.number(), new Acknowledging(acquire, release, ask.acknowledgement()))
                .map(Acknowledging::read);
    }

    private static Request acquireRequest(Session now, LockKeys keys, Ask ask, boolean enlist) {
        byte[] asked = bytes(now.node + "/" + ask.number());
        byte[] lease = bytes(ask.leaseMillis());
        byte[] mode = ask.barge() ? BARGE : !enlist ? TRY : ask.again() ? ENLIST_AGAIN : ENLIST;
        byte[][] args = ask.lock().isMutex()
                ? new byte[][] {asked, lease, mode}
                : new byte[][] {ownerField(now, ask), asked, lease, mode};
        return new Request(now.scripts(ask.lock()).acquire(), keys.all(), args, keys.affinity);
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        Session now = session();
        LockKeys keys = now.keys(grant.lock());
        byte[][] args = releaseArgs(now, grant, lastToken, next, hears(now, keys, next));
        Request request = new Request(now.scripts(grant.lock()).release(), keys.all(), args, keys.affinity);
        if (now.neighbours != null && keys instanceof SharedKeys shared) {
            return releaseShared(now, now.neighbours, shared, grant, request);
        }
        return now.link.send(request).map(outcome -> {
            Outcome<Answer> answer = Answers.released(now, outcome);
            if (next != null && now.shardedMessages != null && Answers.isRefusal(answer)) {
                now.shardedMessages.listen(next.lock(), keys);
            }
            return answer;
        });
    }

    /** Whether the next would hear of its turn: else it must not stand in the queue. */
    private static boolean hears(Session now, LockKeys keys, @Nullable Ask next) {
        return next == null || now.shardedMessages == null || now.shardedMessages.hears(keys);
    }

    /** Only the ask when nobody seems to wait: such a release may go out in a batch, which passes nothing on. */
    private static byte[][] releaseArgs(
            Session now, Grant grant, long lastToken, @Nullable Ask next, boolean nextHears) {
        byte[] ask = bytes(now.node + "/" + grant.ask());
        boolean ownToken = lastToken <= grant.token();
        if (ownToken && next == null && !grant.waited()) {
            return new byte[][] {ask};
        }
        byte[] last = ownToken ? NO_TOKEN : bytes(lastToken);
        if (next != null) {
            byte[] nextAsk = bytes(now.node + "/" + next.number());
            long lease = nextHears ? next.leaseMillis() : -next.leaseMillis();
            return new byte[][] {ask, last, ownerField(now, next), nextAsk, bytes(lease)};
        }
        List<Long> served = grant.served();
        if (served.isEmpty()) {
            return new byte[][] {ask, last};
        }
        List<byte[]> args = new ArrayList<>(List.of(ask, last, NOBODY, NOBODY, NOBODY));
        served.forEach(number -> args.add(bytes(now.node + "/" + number)));
        return args.toArray(byte[][]::new);
    }

    private static byte[] ownerField(Session now, Ask ask) {
        return bytes(now.node + ":" + ask.owner());
    }

    private static Reply<Answer> releaseShared(
            Session now, Neighbours neighbours, SharedKeys keys, Grant grant, Request request) {
        boolean heardHere = neighbours.releasing(keys, grant.ask());
        return now.link.send(request).map(outcome -> {
            if (outcome instanceof Outcome.Done<Object> done && Answers.is(done.value())) {
                neighbours.released(keys, Answers.number(done.value()) - 1, heardHere);
            } else {
                neighbours.notReleased(keys, heardHere);
            }
            return Answers.released(now, outcome);
        });
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        Session now = session();
        LockKeys keys = now.keys(ask.lock());
        now.lanes.withdraw(ask.number());
        byte[][] args = {bytes(now.node + "/" + ask.number())};
        return now.link
                .send(new Request(now.scripts(ask.lock()).withdraw(), keys.all(), args, keys.affinity))
                .map(outcome -> Answers.withdrawn(ask, outcome));
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        Renewal.send(session(), due, sink);
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        Session now = session();
        LockKeys keys = now.keys(grant.lock());
        byte[][] args = {bytes(now.node + "/" + grant.ask()), bytes(now.node + ":" + owner), bytes(count)};
        now.link
                .send(new Request(now.scripts(grant.lock()).amend(), keys.lockOnly(), args, keys.affinity))
                .then(Runnable::run, outcome -> sink.accept(grant, Answers.read(outcome, Answers::is)));
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        LockKeys keys = session().keys(lock);
        return session()
                .link
                .send(new Request(Scripts.LEFT, keys.lockOnly(), NO_ARGS, keys.affinity))
                .map(outcome -> Answers.read(outcome, Answers::number));
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return new Inspection(session(), lock).begin();
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        Session now = session();
        LockKeys keys = now.keys(lock);
        return now.link
                .send(new Request(now.scripts(lock).force(), keys.all(), NO_ARGS, keys.affinity))
                .map(outcome -> Answers.read(outcome, Answers::is));
    }

    /** Asked of the server that keeps this node's label. */
    @Override
    public Reply<List<String>> concerns() {
        return driver.hasLanes() ? ServerCheck.of(session()) : Store.super.concerns();
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
        driver.close();
    }

    Session session() {
        Session open = session;
        if (open == null) {
            throw new IllegalStateException("this store was not opened");
        }
        return open;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }
}
