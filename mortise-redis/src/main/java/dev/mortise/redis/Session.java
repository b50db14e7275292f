package dev.mortise.redis;

import dev.mortise.spi.LockId;
import dev.mortise.spi.Messages;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Time;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An open store: its link, its subscription to the node's channel, and the node's label in Redis, kept fresh. */
final class Session implements Driver.Subscriber {

    private static final long LABEL_TTL_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Longer than anybody waits without an answer, unless told to. */
    private static final long OTHER_CLOCK_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final byte[] REMOVE = {'0'};
    private static final Script PROBE = Script.load("redisson-probe");
    private static final Script SHARDED_PROBE = Script.load("sharded-probe");

    final Link link;

    /** For acquires that are to be acknowledged. */
    final Lanes lanes;

    final String node;

    /** Whether the keys of a request must be of one slot. */
    final boolean sharded;

    private final Naming locks;
    private final Naming mutexes;
    private final Naming bareMutexes;

    /** Null in Mortise's own naming, where there are none. */
    final @Nullable Neighbours neighbours;

    /** Null where messages come on the node's channel only. */
    final @Nullable ShardedMessages shardedMessages;

    private final StoreContext context;
    private final Time time;
    private final ListeningCheck check;
    private volatile boolean heardBefore;
    private volatile long otherClockUntil;
    private Driver.@Nullable Subscription subscription;
    private Driver.@Nullable Subscription inSlots;

    private Session(Link link, Lanes lanes, StoreContext context, Naming naming, boolean sharded) {
        this.link = link;
        this.lanes = lanes;
        this.sharded = sharded;
        this.locks = naming;
        this.mutexes = new MutexNaming(context.keyPrefix(), naming.mutexScripts());
        this.bareMutexes = new BareMutexNaming(context.keyPrefix(), naming.mutexScripts());
        this.neighbours = naming instanceof RedissonNaming ? new Neighbours(context.time(), context.signals()) : null;
        this.context = context;
        this.time = context.time();
        this.node = context.self().id();
        this.shardedMessages = naming instanceof OwnNaming own && own.shardedMessages
                ? new ShardedMessages(node, time, context.signals(), payload -> told(payload, List.of()))
                : null;
        this.otherClockUntil = time.nanos();
        this.check = new ListeningCheck(
                node,
                time,
                () -> link.send(label(RedisStore.bytes(Long.toString(LABEL_TTL_MILLIS)))),
                !sharded,
                context.signals()::lookAll);
    }

    /** Connects, writes the label, and begins to listen. */
    static Session open(Driver driver, StoreContext context, Naming naming) {
        String suffix = "-" + context.self().id().substring(0, 6);
        Link link = driver.open(context.time(), context.requestLimit(), "mortise-io" + suffix);
        Lanes lanes = new Lanes(number ->
                driver.openLane(context.time(), context.requestLimit(), "mortise-lane" + suffix + "-" + number));
        Session session = new Session(link, lanes, context, naming, driver.sharded());
        try {
            session.firstLabel();
            link.whenRemade(session::remade);
            Driver.Subscription messages =
                    driver.listen(session.nodeName(session.node), session, "mortise-messages" + suffix);
            session.subscription = messages;
            session.check.over(messages);
            if (session.neighbours != null) {
                session.neighbours.over(messages);
            }
            if (session.shardedMessages != null) {
                session.listenSharded(driver, session.shardedMessages, "mortise-shard" + suffix);
            }
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
        return session;
    }

    private void listenSharded(Driver driver, ShardedMessages toBeTold, String threadName) {
        Driver.Subscription listening = driver.listenSharded(nodeName(node) + ":", toBeTold, threadName);
        inSlots = listening;
        toBeTold.over(listening);
    }

    /** How that kind of lock is named; a kind that is not known, as a lock is. */
    Naming naming(String kind) {
        return switch (kind) {
            case LockId.MUTEX -> mutexes;
            case LockId.BARE_MUTEX -> bareMutexes;
            default -> locks;
        };
    }

    KindScripts scripts(LockId lock) {
        return naming(lock.kind()).scripts;
    }

    LockKeys keys(LockId lock) {
        return naming(lock.kind()).keys(lock);
    }

    /** The messages of the node's channel, if whoever waits may read them; null where grants are told elsewhere. */
    @Nullable
    Messages messages() {
        Driver.Subscription on = subscription;
        return on == null || shardedMessages != null ? null : on.messages();
    }

    boolean listening() {
        return check.isListening();
    }

    @Override
    public void subscribed(String channel) {
        if (neighbours != null && !channel.equals(nodeName(node))) {
            neighbours.subscribed(channel);
            return;
        }
        if (heardBefore) {
            expectAnotherClock(); // it may be another server
        }
        heardBefore = true;
        check.subscribed();
    }

    /** The server has refused to publish in a script. */
    void mute() {
        check.mute();
    }

    /** The link has another connection than before, perhaps to another server. */
    private void remade() {
        expectAnotherClock();
        check.remade();
    }

    @Override
    public void moved() {
        expectAnotherClock();
        context.signals().lookAll();
    }

    /**
     * Who waits was answered by another server's clock than a grant may be pushed by now. So for a while, in which everybody asks
     * again, a pushed grant is taken for a hint to ask.
     */
    private void expectAnotherClock() {
        otherClockUntil = time.nanos() + OTHER_CLOCK_NANOS;
    }

    @Override
    public void interrupted() {
        if (neighbours != null) {
            neighbours.interrupted();
        }
        check.interrupted(); // Waiters that sleep would not hear of their turn, so they ask again and poll.
    }

    @Override
    public void message(String channel, byte[] payload) {
        if (neighbours != null && !channel.equals(nodeName(node))) {
            neighbours.message(channel, payload);
        } else {
            told(payload, List.of());
        }
    }

    /**
     * What a message to this node says, or a reply in its place.
     *
     * @param run asks of this node that stand behind the one that was granted
     */
    void told(byte[] payload, List<Long> run) {
        boolean oneClock = check.isCertain() && time.nanos() - otherClockUntil >= 0;
        Message.read(payload, run, this::naming, oneClock, context.signals());
    }

    void close() {
        check.close();
        if (neighbours != null) {
            neighbours.close();
        }
        if (shardedMessages != null) {
            shardedMessages.close();
        }
        if (inSlots != null) {
            inSlots.close();
        }
        if (subscription != null) {
            subscription.close();
        }
        removeLabel();
        lanes.close();
        link.close();
    }

    private void removeLabel() {
        long begin = time.nanos();
        boolean failed = awaitQuietly(label(REMOVE)) instanceof Outcome.Failed<Object>;
        // a connection that is found broken is made anew; a server that stays silent would stay so
        if (failed && time.nanos() - begin < SOON_NANOS) {
            awaitQuietly(label(REMOVE));
        }
    }

    /** The label of a node, or null. */
    Request who(String id) {
        return new Request(Scripts.WHO, new byte[][] {nodeKey(id)}, RedisStore.NO_ARGS, 0);
    }

    private void firstLabel() {
        Outcome<Object> outcome = awaitQuietly(label(RedisStore.bytes(Long.toString(LABEL_TTL_MILLIS))));
        Script probe = neighbours != null ? PROBE : shardedMessages != null ? SHARDED_PROBE : null;
        if (outcome instanceof Outcome.Done<Object> && probe != null) {
            outcome = awaitQuietly(new Request(probe, new byte[][] {nodeKey(node)}, RedisStore.NO_ARGS, 0));
        }
        if (outcome instanceof Outcome.Failed<Object> failed) {
            throw Troubles.exception(failed.trouble());
        }
    }

    private Request label(byte[] ttl) {
        boolean publishes = shardedMessages == null && ttl != REMOVE;
        byte[][] args = {RedisStore.bytes(context.self().label()), ttl, RedisStore.bytes(publishes ? 1 : 0)};
        return new Request(Scripts.LABEL, new byte[][] {nodeKey(node)}, args, 0);
    }

    private byte[] nodeKey(String id) {
        return RedisStore.bytes(nodeName(id));
    }

    /** The key of a node's label, and the channel on which it listens. */
    private String nodeName(String id) {
        return context.keyPrefix() + "node:" + id;
    }

    private Outcome<Object> awaitQuietly(Request request) {
        boolean interrupted = Thread.interrupted();
        try {
            return link.send(request).await(Long.MAX_VALUE, false);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
