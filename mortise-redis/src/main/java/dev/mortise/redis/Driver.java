package dev.mortise.redis;

import dev.mortise.spi.Messages;
import dev.mortise.spi.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What carries a store's scripts and messages over one client library. */
public interface Driver extends AutoCloseable {

    /** The client library and the server as a person would name them, without secrets. */
    String describe();

    /**
     * Opens the link over which scripts go; called once. The first connection is made, so that a wrong address or
     * password is told now.
     *
     * @param threadName for the link's I/O thread
     * @throws dev.mortise.MortiseException when the server cannot be reached or refuses
     */
    Link open(Time time, Duration requestLimit, String threadName);

    /** Whether {@link #openLane} is there: else no lock can be acknowledged; known once the link is open. */
    default boolean hasLanes() {
        return false;
    }

    /**
     * A link of one more connection, for requests that keep it waiting; called when one is needed, after {@link #open}.
     * Returns at once: the connection is made when something is sent.
     *
     * @param threadName for the link's I/O thread
     */
    default Link openLane(Time time, Duration requestLimit, String threadName) {
        throw new UnsupportedOperationException(describe() + " has no lanes");
    }

    /**
     * Listens on a channel from now on, and on those that are added, over one connection and on a thread of its own;
     * subscribes to all of them again by itself whenever the connection was lost. Returns at once.
     *
     * @param channel the first one, which stays until the subscription is closed
     * @param threadName for the thread that reads
     */
    Subscription listen(String channel, Subscriber subscriber, String threadName);

    /** Whether keys live on several servers by their slot: then the keys of a request must be of one slot. */
    default boolean sharded() {
        return false;
    }

    /**
     * Listens on sharded channels, each at the master of its slot, wherever that is by then; there is none at first. Returns
     * at once. For a driver that is {@link #sharded()}, after {@link #open}.
     *
     * @param own begins the names of channels on which nobody tells anything, one a master
     * @param threadName for the threads that read
     */
    default Subscription listenSharded(String own, Subscriber subscriber, String threadName) {
        throw new UnsupportedOperationException(describe() + " has no sharded channels");
    }

    /** Ends what the driver opened; never a client that the user handed in. */
    @Override
    void close();

    /** Is told of a subscription; called on the subscription's thread, or one that reads in its place, returns at once. */
    interface Subscriber {
        /**
         * The server has confirmed a channel: told for each, first and again after each reconnect. Messages that were
         * published before may have been missed.
         */
        void subscribed(String channel);

        /** The subscription is interrupted: messages of all channels may be missed until they are confirmed again. */
        void interrupted();

        /** Messages of one channel may be missed until it is confirmed again. Told for sharded channels, from any thread. */
        default void interrupted(String channel) {}

        /** The keys have other masters than before. Told for a topology that is followed, from any thread. */
        default void moved() {}

        /** A message came. */
        void message(String channel, byte[] payload);
    }

    /** A subscription under way. Its methods may be called from any thread. */
    interface Subscription extends AutoCloseable {
        /**
         * Listens on a further channel; one that is listened on already is let be. Returns at once: {@link
         * Subscriber#subscribed} tells when the server has confirmed it.
         */
        void add(String channel);

        /** Listens on an added channel no longer. Returns at once: messages under way may still be told. */
        void remove(String channel);

        /** What comes, if threads that wait for it may read it themselves; null if only the subscription's thread does. */
        default @Nullable Messages messages() {
            return null;
        }

        /** Gives up its connection, as if it was lost, and makes a new one. Returns at once. */
        void reconnect();

        /** Unsubscribes and ends its thread and connection. */
        @Override
        void close();
    }
}
