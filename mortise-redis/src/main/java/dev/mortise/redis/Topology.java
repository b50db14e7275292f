package dev.mortise.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** Knows whom to ask who the masters are. */
interface Topology {

    /** Whether each master has only some of the slots: then the keys of a request must be of one slot. */
    boolean sharded();

    /**
     * Asks. Blocks.
     *
     * @param silent those that had trouble lately: they are asked last
     * @param limit how long each server may take to answer
     * @throws WireException when it is known what to do about it
     */
    Masters find(Set<ServerAddress> silent, Duration limit) throws IOException;

    /**
     * Begins to listen for changes, if anybody tells them.
     *
     * @param changed called on any thread when somebody should ask again; returns at once
     * @param threadName for a thread that listens
     */
    default AutoCloseable watch(Runnable changed, String threadName) {
        return () -> {};
    }
}
