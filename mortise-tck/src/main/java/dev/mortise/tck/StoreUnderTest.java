package dev.mortise.tck;

import dev.mortise.spi.Store;
import java.util.List;

/** What the author of a store gives to the {@link LockCompatibilityKit}: stores to test, and a look at what they leave. */
public interface StoreUnderTest {

    /** The store as the report names it, such as {@code Jedis from a URI}. */
    String name();

    /** A store for one node, not yet open; all of them reach the same locks. */
    Store newStore();

    /** How many servers a node may have connections to. */
    default int servers() {
        return 1;
    }

    /** Every key in the store now, but token counters that end by themselves: those may stay. */
    List<String> keysLeft();

    /** How many subscriptions the nodes have at the server now. */
    default int subscriptionsLeft() {
        return 0;
    }

    /** How many connections the nodes have at the server now; those of a client that was handed in do not count. */
    default int connectionsLeft() {
        return 0;
    }

    /** Whether a call that gave up may leave votes of a few servers behind, which end with their lease. */
    default boolean leavesVotes() {
        return false;
    }

    /**
     * Whether the store has no clock of its own, but goes by that of the nodes. Then all of them go by a clock that leaves out the stalls
     * of the machine.
     */
    default boolean sharesTime() {
        return false;
    }

    /** The test that asked for this store has ended and left nothing behind. */
    default void giveBack() {}
}
