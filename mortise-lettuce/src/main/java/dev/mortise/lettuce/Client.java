package dev.mortise.lettuce;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A Lettuce client. The connections that it makes are ours to close. */
interface Client extends AutoCloseable {

    /** Makes a connection for scripts, without blocking. */
    CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect();

    /** Makes a connection for messages, without blocking. */
    CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name);

    /** Ends what is ours. */
    @Override
    void close();

    /** Makes a client, or takes the one that there is. */
    interface Factory {
        Client make(Duration limit, String threadName);
    }
}
