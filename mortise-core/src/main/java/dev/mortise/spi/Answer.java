package dev.mortise.spi;

/** What a store answers to an acquire, release or withdraw. */
public sealed interface Answer {

    /**
     * The lock is the ask's.
     *
     * @param token its fencing token
     * @param spare whether the tokens behind it, one for each microsecond that the grant lasts, are the grant's as well
     */
    record Granted(long token, boolean spare) implements Answer {

        /** A grant of one token. */
        public Granted(long token) {
            this(token, false);
        }
    }

    /**
     * The lock is somebody else's.
     *
     * @param millisLeft when to look again at the latest: the time left to the holder, or to the head of the queue to
     *     take a free lock
     * @param enlisted whether the node now stands in the lock's queue
     */
    record Refused(long millisLeft, boolean enlisted) implements Answer {}

    /** The grant was the node's and is released. */
    record Released() implements Answer {}

    /** Nothing of that ask is there: not granted, not queued, or over long ago. */
    record Gone() implements Answer {}
}
