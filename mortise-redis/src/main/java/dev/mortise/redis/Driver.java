package dev.mortise.redis;

import dev.mortise.spi.Time;
import java.time.Duration;

/** What carries a store's scripts and messages over one client library to one server. */
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

    /**
     * Listens on a channel from now on, on a thread of its own; subscribes again by itself whenever the connection was
     * lost. Returns at once.
     *
     * @param threadName for the thread that reads
     */
    Subscription listen(String channel, Subscriber subscriber, String threadName);

    /** Ends what the driver opened; never a client that the user handed in. */
    @Override
    void close();

    /** Is told of a subscription; called on the subscription's thread, returns at once. */
    interface Subscriber {
        /** The server has confirmed the subscription: first, and again after each reconnect. */
        void subscribed();

        /** The subscription is interrupted: messages may be missed until it is confirmed again. */
        void interrupted();

        /** A message came. */
        void message(byte[] payload);
    }

    /** A subscription under way. */
    interface Subscription extends AutoCloseable {
        /** Unsubscribes and ends its thread and connection. */
        @Override
        void close();
    }
}
