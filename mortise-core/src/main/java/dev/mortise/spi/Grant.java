package dev.mortise.spi;

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
}
