package dev.mortise.lettuce;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Where a {@link LettuceDriver} has its connections from, and to whom it gives them back. {@link LettuceStore} takes those of
 * a client; whoever manages Lettuce's connections elsewhere gives others.
 */
public interface LettuceConnections extends AutoCloseable {

    /** Makes a connection for scripts that nobody else uses, without blocking. */
    CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect();

    /**
     * Makes a connection for messages, without blocking.
     *
     * @param name for the connection, or for a thread that makes it
     * @param channel the first one that will be listened on; it may be subscribed to already
     */
    CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name, String channel);

    /** The driver is done with a connection, which may be broken. Does not block: it may be an event loop that calls. */
    default CompletionStage<Void> giveBack(StatefulConnection<?, ?> connection) {
        return connection.closeAsync();
    }

    /** Ends what is ours. */
    @Override
    void close();

    /** Begins to make connections. */
    interface Factory {
        /**
         * Makes none yet.
         *
         * @param limit how long a request may stay unanswered
         * @param threadName for connections, or for threads that make them
         */
        LettuceConnections make(Duration limit, String threadName);
    }
}
