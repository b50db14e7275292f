package dev.mortise;

import dev.mortise.internal.Engine;
import dev.mortise.internal.Labels;
import dev.mortise.internal.Settings;
import dev.mortise.internal.Stores;
import dev.mortise.spi.Escaped;
import dev.mortise.spi.Store;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Mortise}. Not safe for use by several threads; builds one node. */
public final class MortiseBuilder {

    private @Nullable Store store;
    private String label = Labels.ofThisProcess();
    private String keyPrefix = "mortise:";
    private Duration watchdogLease = Duration.ofSeconds(30);
    private Duration unavailableLimit = Duration.ofSeconds(10);
    private Duration requestLimit = Duration.ofSeconds(2);
    private Duration closeGrace = Duration.ofSeconds(5);
    private @Nullable Duration longHold;
    private boolean traceHolds;
    private boolean checksStore;
    private WaitStrategy waitStrategy = WaitStrategy.messages();
    private Duration slice = Duration.ofMillis(2);
    private final List<LockListener> listeners = new ArrayList<>();
    private @Nullable Executor asyncExecutor;
    private @Nullable Time time;

    MortiseBuilder() {}

    /** The store by its URI, as in {@link Mortise#connect}. */
    public MortiseBuilder uri(String uri) {
        return store(Stores.forUri(Objects.requireNonNull(uri, "uri")));
    }

    /** The store over a majority of independent masters, as in {@link Mortise#quorum}. */
    public MortiseBuilder quorum(String... uris) {
        return store(Stores.forQuorum(List.of(uris)));
    }

    /** The store itself, such as {@code JedisStore.using(client)}. The node closes the store, never a client given to it. */
    public MortiseBuilder store(Store store) {
        this.store = Objects.requireNonNull(store, "store");
        return this;
    }

    /** What people see instead of the node's id; by default application, host and process. At most 200 characters. */
    public MortiseBuilder label(String label) {
        this.label = Labels.checked(label);
        return this;
    }

    /** What every key and channel begins with; {@code mortise:} by default. Without braces. */
    public MortiseBuilder keyPrefix(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        if (prefix.length() > 100 || prefix.chars().anyMatch(c -> c == '{' || c == '}' || c < 32 || c == 127)) {
            throw new IllegalArgumentException("keyPrefix must have at most 100 characters, no braces and no control "
                    + "characters: '" + Escaped.text(prefix) + "'");
        }
        this.keyPrefix = prefix;
        return this;
    }

    /** The lease of holds without an explicit one, renewed every third of it; 30 s by default. */
    public MortiseBuilder watchdogLease(Duration lease) {
        this.watchdogLease = Objects.requireNonNull(Lease.of(lease).renewed().length());
        return this;
    }

    /** How long a blocking acquire goes on trying while the store cannot be reached; 10 s by default. */
    public MortiseBuilder unavailableLimit(Duration limit) {
        this.unavailableLimit = checked("unavailableLimit", limit, Duration.ZERO, Duration.ofDays(1));
        return this;
    }

    /** How long one request may stay unanswered before its connection counts as broken; 2 s by default. */
    public MortiseBuilder requestLimit(Duration limit) {
        this.requestLimit = checked("requestLimit", limit, Duration.ofMillis(10), Duration.ofMinutes(10));
        return this;
    }

    /** How long {@link Mortise#close()} lets holds end by themselves; 5 s by default. */
    public MortiseBuilder closeGrace(Duration grace) {
        this.closeGrace = checked("closeGrace", grace, Duration.ZERO, Duration.ofDays(1));
        return this;
    }

    /** Reports holds that last longer than this; never by default. */
    public MortiseBuilder reportHoldsOver(Duration threshold) {
        this.longHold = checked("reportHoldsOver", threshold, Duration.ofMillis(1), Limits.MAX_LEASE);
        return this;
    }

    /** Keeps the stack that took each hold, for reports; costs some microseconds per acquire. */
    public MortiseBuilder traceHolds() {
        this.traceHolds = true;
        return this;
    }

    /**
     * Looks, when it is built, whether the store may lose locks by the way in which it is set up (a server that evicts keys, or
     * persists nothing), and logs a WARN for each thing with what to do. Off by default. A user who may not ask the server gets no
     * warning.
     */
    public MortiseBuilder checkStore() {
        this.checksStore = true;
        return this;
    }

    /** How waiters learn that a lock is free; by messages by default. */
    public MortiseBuilder waitStrategy(WaitStrategy strategy) {
        this.waitStrategy = Objects.requireNonNull(strategy, "strategy");
        return this;
    }

    /**
     * How long this node may hand a lock from one of its own waiters to the next before it is released for other nodes;
     * 2 ms by default. Longer means more throughput of a contended lock, and longer waits for other nodes. Zero: every
     * release goes to the store.
     */
    public MortiseBuilder slice(Duration longest) {
        Objects.requireNonNull(longest, "slice");
        if (longest.isNegative() || longest.compareTo(Limits.MAX_SLICE) > 0) {
            throw new IllegalArgumentException("slice is " + longest + ", must be from zero to " + Limits.MAX_SLICE);
        }
        this.slice = longest;
        return this;
    }

    /** Adds a listener to the node's events. */
    public MortiseBuilder listener(LockListener listener) {
        this.listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Completes users' futures; by default daemon threads of the node, begun when needed. Never closed by the node. */
    public MortiseBuilder asyncExecutor(Executor executor) {
        this.asyncExecutor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /** The source of time, such as a {@link dev.mortise.memory.MovableTime} in tests; the system's by default. */
    public MortiseBuilder time(Time time) {
        this.time = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Connects.
     *
     * @throws IllegalStateException when neither a URI nor a store was given
     * @throws MortiseException when the store cannot be reached or refuses
     */
    public Mortise build() {
        if (store == null) {
            throw new IllegalStateException("no store: call uri(\"redis://…\") or store(…) first");
        }
        return Engine.start(new Settings(
                store,
                label,
                keyPrefix,
                watchdogLease,
                unavailableLimit,
                requestLimit,
                closeGrace,
                longHold,
                traceHolds,
                checksStore,
                waitStrategy,
                slice,
                List.copyOf(listeners),
                asyncExecutor,
                time));
    }

    private static Duration checked(String what, Duration value, Duration least, Duration most) {
        Objects.requireNonNull(value, what);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " is " + value + ", must be from " + least + " to " + most);
        }
        return value;
    }
}
