package dev.mortise.springdata;

import dev.mortise.lettuce.LettuceConnections;
import dev.mortise.lettuce.LettuceDriver;
import dev.mortise.lettuce.LettuceStore;
import dev.mortise.lettuce.UnseenRefusal;
import dev.mortise.redis.Driver;
import dev.mortise.redis.WireException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Lends a Lettuce factory's connections: for scripts one that is not shared, for messages the one that the factory
 * subscribes with. The factory blocks, so it is asked on threads of their own.
 */
final class LettuceLender implements LettuceConnections {

    private final RedisConnectionFactory factory;
    private final String threadName;
    private final Duration limit;
    private final Attempts attempts = new Attempts();
    private final Map<StatefulConnection<?, ?>, RedisConnection> lent = new ConcurrentHashMap<>();

    private LettuceLender(RedisConnectionFactory factory, Duration limit, String threadName) {
        this.factory = factory;
        this.threadName = threadName;
        this.limit = limit;
    }

    /** Whether it is a connection of Lettuce, to one server or to a cluster. */
    static boolean knows(Object connection) {
        return connection instanceof RedisAsyncCommands || connection instanceof RedisAdvancedClusterAsyncCommands;
    }

    /** Whether a failed attempt to get a connection may hide that the login was refused, and is worth another. */
    static boolean retries(RuntimeException failure, int tries) {
        return tries < UnseenRefusal.TRIES && UnseenRefusal.isIn(failure);
    }

    /** A factory of a cluster has no connections to single servers: Mortise makes its own, on the client's threads. */
    @SuppressWarnings("deprecation") // Lettuce has no other way from commands to their connection
    static Driver driver(String server, RedisConnectionFactory factory, Object connection, Duration quiet) {
        if (connection instanceof RedisAdvancedClusterAsyncCommands<?, ?> cluster) {
            return factory instanceof LettuceConnectionFactory lettuce
                            && lettuce.getNativeClient() instanceof RedisClusterClient client
                    ? LettuceStore.driver(server, client, quiet)
                    : LettuceStore.driver(server, cluster.getStatefulConnection(), quiet);
        }
        return new LettuceDriver(server, false, (limit, threadName) -> new LettuceLender(factory, limit, threadName))
                .pingedAfter(quiet.toNanos());
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
        return attempts.begin(threadName, () -> lend(LettuceLender::forScripts));
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name, String channel) {
        return attempts.begin(name, () -> lend(connection -> forMessages(connection, channel)));
    }

    /** Closed by the factory, or put back into its pool. */
    @Override
    public CompletionStage<Void> giveBack(StatefulConnection<?, ?> connection) {
        RedisConnection owner = lent.remove(connection);
        if (owner == null) {
            return connection.closeAsync();
        }
        return CompletableFuture.runAsync(
                owner::close, task -> Attempts.daemon(threadName, task).start());
    }

    @Override
    public void close() {
        attempts.awaitEnd(limit);
    }

    /** Exceptions of Lettuce are for its driver to explain. */
    private <C extends StatefulConnection<?, ?>> C lend(Taking<C> taking) throws WireException, InterruptedException {
        try {
            RedisConnection connection = factory.getConnection();
            C taken = take(taking, connection);
            lent.put(taken, connection);
            return taken;
        } catch (RuntimeException e) {
            WireException told = Lending.aboutTheFactory(e);
            if (told != null) {
                throw told;
            }
            throw e;
        }
    }

    private static <C> C take(Taking<C> taking, RedisConnection connection) throws InterruptedException {
        try {
            return taking.from(connection);
        } catch (RuntimeException | InterruptedException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * A pipeline is never on the connection that is shared; what it is on stays until Spring's connection is closed. Lettuce
     * has no other way from commands to their connection.
     */
    @SuppressWarnings({"unchecked", "deprecation"})
    private static StatefulRedisConnection<byte[], byte[]> forScripts(RedisConnection connection) {
        connection.openPipeline();
        try {
            return ((RedisAsyncCommands<byte[], byte[]>) connection.getNativeConnection()).getStatefulConnection();
        } finally {
            connection.closePipeline();
        }
    }

    /** Only a subscription has it. The driver subscribes once more, and hears what comes from Lettuce itself. */
    @SuppressWarnings("unchecked")
    private StatefulRedisPubSubConnection<byte[], byte[]> forMessages(RedisConnection connection, String channel)
            throws InterruptedException {
        FirstConfirmation first = new FirstConfirmation();
        connection.subscribe(first, channel.getBytes(StandardCharsets.UTF_8));
        first.await(limit);
        return ((RedisPubSubAsyncCommands<byte[], byte[]>) connection.getNativeConnection()).getStatefulConnection();
    }

    private interface Taking<C> {
        C from(RedisConnection connection) throws InterruptedException;
    }
}
