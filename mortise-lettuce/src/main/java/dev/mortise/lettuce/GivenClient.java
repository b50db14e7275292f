package dev.mortise.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The application's client.
 *
 * @param uri where to connect; null for the client's own URI, which Lettuce only takes on a thread that may block
 */
record GivenClient(RedisClient client, @Nullable RedisURI uri, String threadName) implements Client {

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
        return uri == null
                ? onAThread(() -> client.connect(ByteArrayCodec.INSTANCE), threadName)
                : client.connectAsync(ByteArrayCodec.INSTANCE, uri);
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name) {
        return uri == null
                ? onAThread(() -> client.connectPubSub(ByteArrayCodec.INSTANCE), name)
                : client.connectPubSubAsync(ByteArrayCodec.INSTANCE, uri);
    }

    /** The client stays open. */
    @Override
    public void close() {}

    private static <C> CompletableFuture<C> onAThread(Supplier<C> connect, String name) {
        return CompletableFuture.supplyAsync(connect, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        });
    }
}
