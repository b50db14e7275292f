package dev.mortise.lettuce;

import dev.mortise.redis.RedisUri;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A client of our own, to one server. */
final class OwnClient implements LettuceConnections {

    private final RedisUri uri;
    private final Duration limit;
    private final String name;
    private final OurClient ours;

    OwnClient(RedisUri uri, Duration limit, String threadName) {
        this.uri = uri;
        this.limit = limit;
        this.name = threadName;
        this.ours = new OurClient(uri.secured(), limit, threadName);
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
        return ours.client.connectAsync(ByteArrayCodec.INSTANCE, named(name));
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(
            String messagesName, String channel) {
        return ours.client.connectPubSubAsync(ByteArrayCodec.INSTANCE, named(messagesName));
    }

    @Override
    public void close() {
        ours.close();
    }

    private RedisURI named(String clientName) {
        return OurClient.uri(uri, limit, clientName);
    }
}
