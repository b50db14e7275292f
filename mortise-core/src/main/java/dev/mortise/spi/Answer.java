package dev.mortise.spi;

import org.jspecify.annotations.Nullable;

/** What a store answers to an acquire, release or withdraw. */
public sealed interface Answer {

    /**
     * The lock is the ask's.
     *
     * @param token its fencing token, or 0 for a mutex
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
     * @param enlisted whether the ask now stands in the lock's queue
     * @param serverMicros the server's time of the refusal, to which that of a pushed grant is compared; 0 if grants are not
     *     pushed
     */
    record Refused(long millisLeft, boolean enlisted, long serverMicros) implements Answer {

        /** A refusal without a time. */
        public Refused(long millisLeft, boolean enlisted) {
            this(millisLeft, enlisted, 0);
        }
    }

    /**
     * The grant was the node's and is released.
     *
     * @param next what became of the ask that came with the release, {@link Granted} or {@link Refused}; null without one
     */
    record Released(@Nullable Answer next) implements Answer {

        /** A release with nobody behind it. */
        public Released() {
            this(null);
        }
    }

    /** Nothing of that ask is there: not granted, not queued, or over long ago. */
    record Gone() implements Answer {}
}
