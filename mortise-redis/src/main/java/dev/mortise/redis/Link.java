package dev.mortise.redis;

import dev.mortise.spi.Reply;

/** Carries requests to one server. Safe for use by many threads. */
public interface Link extends AutoCloseable {

    /**
     * Sends a request. The reply's value is a {@code Long}, a {@code byte[]}, a {@code List} of such values, or null;
     * error replies and broken connections are failures. An unknown script is loaded and the request repeated. The reply
     * must be awaited or given a callback: until then the request may stay unsent.
     */
    Reply<Object> send(Request request);

    /**
     * As {@link #send}, for a caller that sends to several servers before it awaits any reply: what can be written without
     * waiting is written now.
     */
    default Reply<Object> launch(Request request) {
        return send(request);
    }

    /**
     * Registers a listener that is called when a connection was made again after it broke. The new one may lead to another
     * server if one address leads to several. Called once, before others use the link; the listener returns at once. A link
     * that follows masters by their own addresses does not call it.
     */
    default void whenRemade(Runnable listener) {}

    /**
     * Whether the server has refused a request because its keys are in several slots, as an address does behind which several
     * shards are hidden. Such requests are no longer sent: they fail as if the server had refused them.
     */
    default boolean keepsToOneSlot() {
        return false;
    }

    /** Completes what is under way as failed, and ends connections and threads. */
    @Override
    void close();
}
