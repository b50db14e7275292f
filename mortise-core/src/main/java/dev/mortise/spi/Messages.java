package dev.mortise.spi;

import java.util.function.BooleanSupplier;

/**
 * A store's messages, which a thread that waits for one may read itself: then nobody has to wake it. A store that offers this
 * sees to it that somebody reads while anybody {@linkplain #sleeps() sleeps}.
 */
public interface Messages {

    /**
     * Reads messages on the calling thread and tells what they say, until it has enough, and at most for that time.
     *
     * @param interruptible whether it ends within 10 ms of an interrupt, whose flag stays set
     * @return false, at once, if it may not: somebody else reads, or it is no thread for that
     */
    boolean read(BooleanSupplier enough, long mostNanos, boolean interruptible);

    /** Whoever reads looks soon whether it has enough. */
    void nudge();

    /** Somebody sleeps until others have read what is for it. */
    void sleeps();

    /** One that slept was told something, or has woken up. */
    void wakes();
}
