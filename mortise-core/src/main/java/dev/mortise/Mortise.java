package dev.mortise;

import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Store;

/**
 * One node: a connection to a store of locks, with an id of its own. Safe for use by many threads; usually one per
 * application. Two Mortises in one JVM are two nodes and exclude each other.
 *
 * <pre>{@code
 * try (Mortise mortise = Mortise.connect("redis://127.0.0.1:6379")) {
 *     DistributedLock lock = mortise.lock("order:42");
 *     lock.lock();
 *     try {
 *         …
 *     } finally {
 *         lock.unlock();
 *     }
 * }
 * }</pre>
 */
public interface Mortise extends AutoCloseable {

    /**
     * Connects to {@code redis://[user[:password]@]host[:port][/database]}, or {@code rediss://…} for TLS, with the
     * driver found on the class path.
     *
     * @throws IllegalArgumentException when the URI is malformed or no driver is there
     * @throws MortiseException when the server cannot be reached or refuses
     */
    static Mortise connect(String uri) {
        return builder().uri(uri).build();
    }

    /**
     * Connects to independent Redis masters, most of which must agree on who has a lock: it outlives the loss of fewer
     * than half of them. Three, five or seven are usual. docs/quorum.md says what it promises and costs.
     *
     * @param uris each as in {@link #connect}
     * @throws IllegalArgumentException when a URI is malformed, there are fewer than three, or no driver is there
     * @throws MortiseException when no majority can be reached, one is a replica, or two are the same server
     */
    static Mortise quorum(String... uris) {
        return builder().quorum(uris).build();
    }

    /** A node on a store of its own in memory, for tests without a server. */
    static Mortise inMemory() {
        return builder().store(new MemoryServer().store()).build();
    }

    /** Begins a node with other than the default settings. */
    static MortiseBuilder builder() {
        return new MortiseBuilder();
    }

    /**
     * The re-entrant lock of that name. Objects for one name are interchangeable and cost little.
     *
     * @param name 1 to {@value Limits#NAME_BYTES} bytes in UTF-8
     * @throws IllegalArgumentException when the name is null, empty or too long
     */
    DistributedLock lock(String name);

    /** The re-entrant lock of that name, with other than the node's default options. */
    DistributedLock lock(String name, LockOptions options);

    /**
     * The re-entrant lock of that name, for which all threads of all nodes get their turn strictly in the order in which their
     * asks reached the server. Each hand-over is the server's: {@link #lock(String)} hands a lock on between threads of one node
     * for a moment before others get their turn, and is much faster for that.
     *
     * <p>It has the same key as {@code lock(name)}, so use one of the two for a name.
     *
     * @param name 1 to {@value Limits#NAME_BYTES} bytes in UTF-8
     * @throws IllegalArgumentException when the name is null, empty or too long, or in use by {@code lock(name)} of this node
     * @throws UnsupportedOperationException when the store cannot keep that order
     */
    DistributedLock fairLock(String name);

    /**
     * The fair lock of that name, with other than the node's default options.
     *
     * @throws IllegalArgumentException also for a wait strategy that polls
     */
    DistributedLock fairLock(String name, LockOptions options);

    /**
     * The mutex of that name: the plain lock on a single key, for what {@link Mutex} says. Objects for one name are
     * interchangeable and cost little.
     *
     * @param name 1 to {@value Limits#NAME_BYTES} bytes in UTF-8
     * @throws IllegalArgumentException when the name is null, empty or too long
     */
    Mutex mutex(String name);

    /**
     * The mutex of that name, with other than the node's default options.
     *
     * @throws IllegalArgumentException also when a bare name begins with the key prefix
     */
    Mutex mutex(String name, MutexOptions options);

    /** The wide random id of this node, as it stands in Redis. */
    String nodeId();

    /** The readable label of this node. */
    String nodeLabel();

    /** The store this node works with, for tools and tests. */
    Store store();

    /**
     * Ends the node. Waiting calls end with {@link MortiseClosedException}; holds of the calling thread are released at
     * once, those of others get a grace time to end; what is left is lost and told so, its keys end with their lease. No
     * thread, timer, subscription or connection of this node stays behind. A second call does nothing.
     */
    @Override
    void close();
}
