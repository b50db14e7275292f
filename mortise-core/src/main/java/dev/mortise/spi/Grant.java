package dev.mortise.spi;

import java.util.List;

/** What a node has from the store for one lock, by the number of the ask that got it. */
public interface Grant {

    /** The lock. */
    LockId lock();

    /** The number of the ask that was granted. */
    long ask();

    /** The token that it came with. */
    long token();

    /** The lease to renew it with. */
    long leaseMillis();

    /** Whether it was waited for, so that others may be waiting too. */
    default boolean waited() {
        return false;
    }

    /** Asks of the queue that had the lock inside this grant, as {@link Pushed#run} allows: its release takes them off. */
    default List<Long> served() {
        return List.of();
    }
}
