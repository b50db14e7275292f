package dev.mortise.lettuce;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Link;
import dev.mortise.redis.ServerAddress;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.Servers;
import dev.mortise.spi.Time;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Servers that are found out later, over one client. */
final class LettuceServers implements Servers {

    private final ServerClient.Factory factory;
    private final boolean tls;
    private final long quietNanos;
    private @Nullable ServerClient client;
    private @Nullable Time time;
    private Duration limit = Duration.ZERO;
    private String threadName = "";

    /**
     * @param tls whether TLS is spoken, for what is told when no connection can be made
     * @param quietNanos how long a subscription may hear nothing before it is asked
     */
    LettuceServers(ServerClient.Factory factory, boolean tls, long quietNanos) {
        this.factory = factory;
        this.tls = tls;
        this.quietNanos = quietNanos;
    }

    @Override
    public void open(Time clock, Duration requestLimit, String name) {
        time = clock;
        limit = requestLimit;
        threadName = name;
        client = factory.make(requestLimit, name);
    }

    @Override
    public Link link(ServerAddress at) {
        return LettuceLink.whenNeeded(dialer("Lettuce at " + at, () -> at, limit));
    }

    @Override
    public Link lane(ServerAddress at, String name) {
        return link(at);
    }

    @Override
    public Driver.Subscription listen(
            Supplier<ServerAddress> at, Channels channels, Driver.Subscriber subscriber, String name) {
        return new LettuceSubscription(dialer("Lettuce", at, limit), channels, subscriber, name, quietNanos);
    }

    @Override
    public @Nullable Object ask(ServerAddress at, Duration within, String... command) throws IOException {
        StatefulRedisConnection<byte[], byte[]> connection =
                await(dialer("Lettuce at " + at, () -> at, within).connect(), 2 * within.toNanos());
        try {
            CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
            for (int i = 1; i < command.length; i++) {
                args.add(command[i]);
            }
            AsyncCommand<byte[], byte[], Object> asked =
                    new AsyncCommand<>(new Command<>(CommandType.valueOf(command[0]), new ScriptOutput(), args));
            connection.dispatch(asked);
            return await(asked.toCompletableFuture(), within.toNanos());
        } catch (IOException e) {
            if (e.getCause() instanceof RedisCommandExecutionException answer) {
                return new ServerError(String.valueOf(answer.getMessage()));
            }
            throw e;
        } finally {
            connection.closeAsync();
        }
    }

    @Override
    public void close() {
        ServerClient open = client;
        if (open != null) {
            open.close();
        }
    }

    private static <T> T await(CompletableFuture<T> future, long nanos) throws IOException {
        try {
            return future.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException told ? told : new IOException(e.getMessage(), e.getCause());
        } catch (TimeoutException e) {
            future.cancel(false);
            throw (IOException) new SocketTimeoutException("no answer in time").initCause(e);
        } catch (InterruptedException e) {
            future.cancel(false);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private Dialer dialer(String server, Supplier<ServerAddress> at, Duration within) {
        return new Dialer(
                server,
                tls,
                new ServerConnections(Objects.requireNonNull(client), at, threadName),
                Objects.requireNonNull(time),
                within);
    }

    /** Connections to one server, whichever that is at the time. The client is closed by {@link LettuceServers#close}. */
    private record ServerConnections(ServerClient client, Supplier<ServerAddress> at, String threadName)
            implements LettuceConnections {

        @Override
        public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
            return client.client().connectAsync(ByteArrayCodec.INSTANCE, client.uri(at.get(), threadName));
        }

        @Override
        public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(
                String name, String channel) {
            return client.client().connectPubSubAsync(ByteArrayCodec.INSTANCE, client.uri(at.get(), name));
        }

        @Override
        public void close() {}
    }
}
