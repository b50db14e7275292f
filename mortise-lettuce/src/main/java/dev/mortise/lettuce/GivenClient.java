package dev.mortise.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The application's client. To its own URI Lettuce connects only on a thread that may block. */
final class GivenClient implements LettuceConnections {

    private final RedisClient client;
    private final @Nullable RedisURI uri;
    private final Duration limit;
    private final String threadName;
    private final Set<CompletableFuture<?>> attempts = ConcurrentHashMap.newKeySet();

    /**
     * @param uri where to connect; null for the client's own
     */
    GivenClient(RedisClient client, @Nullable RedisURI uri, Duration limit, String threadName) {
        this.client = client;
        this.uri = uri;
        this.limit = limit;
        this.threadName = threadName;
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
        return noted(
                uri == null
                        ? onAThread(() -> client.connect(ByteArrayCodec.INSTANCE), threadName)
                        : client.connectAsync(ByteArrayCodec.INSTANCE, uri).toCompletableFuture());
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name, String channel) {
        return noted(
                uri == null
                        ? onAThread(() -> client.connectPubSub(ByteArrayCodec.INSTANCE), name)
                        : client.connectPubSubAsync(ByteArrayCodec.INSTANCE, uri)
                                .toCompletableFuture());
    }

    /** The client stays open. Waits for attempts under way: one that the client's end overtakes would never end. */
    @Override
    public void close() {
        CompletableFuture.allOf(attempts.toArray(CompletableFuture[]::new))
                .exceptionally(failure -> null)
                .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    @SuppressWarnings("CollectionUndefinedEquality") // identity is meant
    private <C> CompletableFuture<C> noted(CompletableFuture<C> attempt) {
        attempts.add(attempt);
        return attempt.whenComplete((made, failure) -> attempts.remove(attempt));
    }

    private static <C> CompletableFuture<C> onAThread(Supplier<C> connect, String name) {
        return CompletableFuture.supplyAsync(connect, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        });
    }
}
