package dev.mortise.internal;

import dev.mortise.Acknowledgement;
import dev.mortise.Circumstance;
import dev.mortise.DistributedLock;
import dev.mortise.LockOptions;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.MutexOptions;
import dev.mortise.WaitStrategy;
import dev.mortise.internal.LiveHold.State;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Node;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node: owns the store, the timer, the watchdog, the events and the local locks, and ends them. */
public final class Engine implements Mortise, Signals {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");
    private static final int ID_BYTES = 16;
    private static final long FIRST_ASK = 1L << 40;

    final Store store;
    final Time time;
    final Events events;
    final Failures failures;
    final LocalLocks locks;
    final Watchdog watchdog;
    final WriteBehind writeBehind;
    final Leftovers leftovers;
    final Duration watchdogLease;
    final WaitStrategy waitStrategy;
    final long unavailableNanos;

    /** Whether a release may grant the lock to the next in the store's queue. */
    final boolean pushes;

    /** How long the node may hand a lock on inside one grant; 0 for never. */
    final long sliceNanos;

    final boolean traceHolds;

    private final Node node;
    private final Duration closeGrace;
    private final @Nullable SystemTime ownTime;
    private final @Nullable ExecutorService ownAsync;
    private final Executor async;
    /** Begins anywhere: whoever may publish messages, but not read locks, cannot tell a node of a grant that there is not. */
    private final AtomicLong asks = new AtomicLong(new SecureRandom().nextLong(FIRST_ASK));

    private final AtomicLong objects = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean stopped;

    private Engine(Settings settings) {
        String id = newId();
        String suffix = "-" + id.substring(0, 6);
        this.node = new Node(id, settings.label());
        this.store = settings.store();
        this.ownTime = settings.time() == null ? new SystemTime("mortise-timer" + suffix) : null;
        this.time = settings.time() == null ? Objects.requireNonNull(ownTime) : settings.time();
        this.ownAsync = settings.asyncExecutor() == null ? Threads.onDemand("mortise-async" + suffix) : null;
        this.async = settings.asyncExecutor() == null ? Objects.requireNonNull(ownAsync) : settings.asyncExecutor();
        this.watchdogLease = settings.watchdogLease();
        this.waitStrategy = settings.waitStrategy();
        this.unavailableNanos = settings.unavailableLimit().toNanos();
        this.pushes = store.traits().pushesGrants();
        this.sliceNanos = store.traits().sparesTokens() ? settings.slice().toNanos() : 0;
        this.traceHolds = settings.traceHolds();
        this.closeGrace = settings.closeGrace();
        this.events = new Events(settings.listeners(), "mortise-events" + suffix);
        this.failures = new Failures(this);
        this.locks = new LocalLocks(this);
        Duration longHold = settings.longHold();
        this.watchdog = new Watchdog(this, longHold == null ? Acquisition.NEVER : longHold.toNanos());
        this.writeBehind = new WriteBehind(this);
        this.leftovers = new Leftovers(this);
    }

    /** Connects a node. */
    public static Mortise start(Settings settings) {
        Engine engine = new Engine(settings);
        try {
            engine.store.open(
                    new StoreContext(engine.node, settings.keyPrefix(), settings.requestLimit(), engine.time, engine));
        } catch (RuntimeException e) {
            engine.stop();
            throw e;
        }
        LOG.info("node {} ({}) on {}", engine.node.id(), engine.node.label(), engine.store.describe());
        if (settings.checksStore()) {
            StoreCheck.run(engine.store);
        }
        return engine;
    }

    @Override
    public DistributedLock lock(String name) {
        return lock(name, LockOptions.defaults());
    }

    @Override
    public DistributedLock lock(String name, LockOptions options) {
        Objects.requireNonNull(options, "options");
        return named(name, options, false);
    }

    @Override
    public DistributedLock fairLock(String name) {
        return fairLock(name, LockOptions.defaults());
    }

    @Override
    public DistributedLock fairLock(String name, LockOptions options) {
        Objects.requireNonNull(options, "options");
        if (!pushes) {
            throw new UnsupportedOperationException(
                    "a fair lock needs a store that keeps the order of all who wait, and " + store.describe()
                            + " does not, or not in this naming: use lock()");
        }
        WaitStrategy strategy = Objects.requireNonNullElse(options.waitStrategy(), waitStrategy);
        if (options.barging() != null) {
            throw new IllegalArgumentException(
                    "a fair lock is taken strictly in order: leave barging() out, or use lock()");
        }
        if (strategy.polls()) {
            throw new IllegalArgumentException(
                    "whoever polls keeps no order: a fair lock needs WaitStrategy.messages()");
        }
        return named(name, options, true);
    }

    private DistributedLock named(String name, LockOptions options, boolean fair) {
        LockId id = new LockId(LockId.LOCK, Names.checked(name));
        store.check(id);
        requireAcknowledging(options.acknowledgement());
        return new NamedLock(this, locks.get(id, fair), options);
    }

    private void requireAcknowledging(Acknowledgement asked) {
        if (!asked.isNone() && !store.traits().acknowledges()) {
            throw new UnsupportedOperationException(
                    "nobody can acknowledge a lock here (" + asked + "): " + store.describe()
                            + " has no replicas, or no connection that Mortise could have for itself. Connect with a URI, or"
                            + " with a client that has a pool; or ask for no acknowledgement");
        }
    }

    @Override
    public Mutex mutex(String name) {
        return mutex(name, MutexOptions.defaults());
    }

    @Override
    public Mutex mutex(String name, MutexOptions options) {
        Objects.requireNonNull(options, "options");
        LockId id = new LockId(options.hasBareName() ? LockId.BARE_MUTEX : LockId.MUTEX, Names.checked(name));
        store.check(id);
        return new NamedMutex(this, locks.get(id, false), options);
    }

    @Override
    public String nodeId() {
        return node.id();
    }

    @Override
    public String nodeLabel() {
        return node.label();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            new Closing(this, closeGrace).run();
        }
    }

    @Override
    public void look(LockId lock) {
        LocalLock local = locks.find(lock);
        if (local != null) {
            local.look();
        }
    }

    @Override
    public void granted(LockId lock, Pushed grant) {
        LocalLock local = locks.find(lock);
        if (local == null || !local.pushed(grant)) {
            leftovers.release(lock, grant);
        }
    }

    @Override
    public void lookAll() {
        locks.forEach(LocalLock::look);
    }

    @Override
    public void lost(LockId lock, long ask, LossCause cause) {
        LocalLock local = locks.find(lock);
        LiveHold hold = local == null ? null : local.lastHold();
        if (hold != null && hold.grant.ask() == ask) {
            // anybody may have sent this: believe the store alone
            doubt(hold, cause);
        }
    }

    /** Asks the store whether a hold's grant is there; the hold is lost if not. */
    void doubt(LiveHold hold, LossCause cause) {
        store.amend(hold.grant, hold.owner.text(), hold.count, (grant, outcome) -> {
            if (outcome instanceof Outcome.Done<Boolean> done && !done.value()) {
                hold.lock.lost(hold.grant, cause);
            }
        });
    }

    long nextAsk() {
        return asks.incrementAndGet();
    }

    long nextObject() {
        return objects.incrementAndGet();
    }

    /** Whether new calls are refused. */
    boolean isClosed() {
        return closed;
    }

    /** Whether nothing more may be sent. */
    boolean isStopped() {
        return stopped;
    }

    void requireOpen(LockId lock, Owner owner, long started) {
        if (closed) {
            throw failures.closed(lock, owner, Duration.ofNanos(time.nanos() - started));
        }
    }

    /** Gives back a hold that its caller does not want any more. */
    void releaseUnwanted(@Nullable LiveHold hold) {
        if (hold == null) {
            return;
        }
        try {
            AsyncRun.start(
                    new Release(hold), time, done -> {}, thrown -> LOG.warn("could not give back {}", hold, thrown));
        } catch (IllegalMonitorStateException lostMeanwhile) {
            LOG.debug("an unwanted hold was lost before it was given back: {}", hold);
        }
    }

    /** Releases a hold that is being released, for nobody who waits for it. */
    void release(LiveHold releasing) {
        AsyncRun.start(
                Release.of(releasing),
                time,
                done -> {},
                thrown -> LOG.warn("could not give back {}", releasing, thrown));
    }

    /** Runs steps from callbacks and completes a future with the result, on the executor for users' code. */
    <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> async(
            Steps<T> steps, Function<T, R> map, Consumer<T> unwanted) {
        CompletableFuture<R> future = new CompletableFuture<>();
        try {
            AsyncRun<T> run = AsyncRun.start(
                    steps,
                    time,
                    done -> onAsync(() -> complete(future, done, map, unwanted)),
                    thrown -> onAsync(() -> future.completeExceptionally(thrown)));
            CompletableFuture<R> unused = future.whenComplete((value, thrown) -> run.cancel());
        } catch (RuntimeException e) {
            onAsync(() -> future.completeExceptionally(e));
        }
        return future;
    }

    /** Asks the store something that belongs to no acquisition, and waits. */
    <T> T question(Function<Store, Reply<T>> question, LockId lock) {
        if (stopped) {
            throw failures.closed(lock, Owner.thread(Thread.currentThread()), Duration.ZERO);
        }
        boolean interrupted = Thread.interrupted();
        try {
            Outcome<T> outcome = question.apply(store).await(Acquisition.NEVER, false);
            if (outcome instanceof Outcome.Done<T> done) {
                return done.value();
            }
            if (outcome instanceof Outcome.Failed<T> failed) {
                throw failures.of(failed.trouble(), lock);
            }
            throw failures.of(Failures.noAnswer(store.describe()), lock);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    String nodeAnd(Owner owner) {
        return "node id: " + node.id() + " " + owner.inMessages();
    }

    Circumstance circumstance(LockId lock, Owner owner, Duration elapsed) {
        return new Circumstance(lock.name(), nodeAnd(owner), elapsed);
    }

    /** From now on new calls are refused and waiting ones end. */
    void refuse() {
        closed = true;
        locks.forEach(LocalLock::closed);
    }

    /** Ends everything this node owns. */
    void stop() {
        stopped = true;
        locks.forEach(LocalLock::stopped);
        watchdog.close();
        writeBehind.close();
        store.close();
        events.close();
        if (ownAsync != null) {
            ownAsync.shutdown();
            Threads.join(ownAsync);
        }
        if (ownTime != null) {
            ownTime.close();
        }
    }

    boolean hasHolds() {
        AtomicBoolean any = new AtomicBoolean();
        locks.forEach(lock -> {
            LiveHold hold = lock.hold;
            if (hold != null && (hold.state == State.HELD || hold.state == State.RELEASING)) {
                any.set(true);
            }
        });
        return any.get();
    }

    private static <T extends @Nullable Object, R extends @Nullable Object> void complete(
            CompletableFuture<R> future, Steps<T> steps, Function<T, R> map, Consumer<T> unwanted) {
        T result;
        try {
            result = steps.result();
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
            return;
        }
        if (!future.complete(map.apply(result))) {
            unwanted.accept(result);
        }
    }

    private void onAsync(Runnable completion) {
        try {
            async.execute(completion);
        } catch (RejectedExecutionException closedMeanwhile) {
            ForkJoinPool.commonPool().execute(completion);
        }
    }

    private static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
