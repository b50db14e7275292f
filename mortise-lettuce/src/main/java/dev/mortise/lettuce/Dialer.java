package dev.mortise.lettuce;

import dev.mortise.redis.ConnectTrouble;
import dev.mortise.redis.ServerError;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Time;
import dev.mortise.spi.Trouble;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.netty.channel.ConnectTimeoutException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections within twice the request limit. Its futures fail with a {@link WireException}; a connection that comes
 * after its future was completed otherwise is closed.
 */
final class Dialer {

    /** The pause between two probes of a new connection. It doubles each time, up to the longest one. */
    private static final long PROBE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long LONGEST_PROBE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The pause before a login is retried. It doubles each time, up to the longest one. */
    private static final long TRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long LONGEST_TRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    final String server;
    final Time time;
    final long limitNanos;
    private final long dialNanos;
    private final boolean tls;
    private final LettuceConnections connections;

    Dialer(String server, boolean tls, LettuceConnections connections, Time time, Duration limit) {
        this.server = server;
        this.tls = tls;
        this.connections = connections;
        this.time = time;
        this.limitNanos = limit.toNanos();
        this.dialNanos = 2 * limitNanos; // to connect, and to log in
    }

    /** The first connection: Lettuce's classes are loaded meanwhile, so that its own limits count first. */
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connectFirst() {
        return dial(connections::connect, 10 * limitNanos);
    }

    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect() {
        return dial(connections::connect, dialNanos);
    }

    CompletableFuture<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(String name, String channel) {
        return dial(() -> connections.connectPubSub(name, channel), dialNanos);
    }

    /** Ends the use of a connection, without blocking. */
    CompletionStage<Void> giveBack(StatefulConnection<?, ?> connection) {
        return connections.giveBack(connection);
    }

    void close() {
        connections.close();
    }

    private <C extends StatefulConnection<?, ?>> CompletableFuture<C> dial(
            Supplier<CompletionStage<C>> attempt, long nanos) {
        CompletableFuture<C> dialed = new CompletableFuture<>();
        Time.Timer timer = time.schedule(
                time.nanos() + nanos,
                () -> dialed.completeExceptionally(told(new SocketTimeoutException("no connection in time"))));
        dialed.whenComplete((made, failure) -> timer.cancel());
        dial(attempt, UnseenRefusal.TRIES, dialed);
        return dialed;
    }

    private <C extends StatefulConnection<?, ?>> void dial(
            Supplier<CompletionStage<C>> attempt, int tries, CompletableFuture<C> dialed) {
        try {
            attempt.get().whenComplete((made, failure) -> {
                if (failure == null) {
                    dialed.whenComplete((handedOut, refused) -> {
                        if (handedOut != made) {
                            giveBack(made);
                        }
                    });
                    handOut(made, PROBE_PAUSE_NANOS, attempt, tries, dialed);
                } else if (UnseenRefusal.isIn(failure)) {
                    dialAgain(failure, attempt, tries, dialed);
                } else {
                    dialed.completeExceptionally(told(failure));
                }
            });
        } catch (RuntimeException e) {
            dialed.completeExceptionally(told(e));
        }
    }

    /** Tries again after a pause, so that a server which closes every connection is not flooded; or gives up. */
    private <C extends StatefulConnection<?, ?>> void dialAgain(
            Throwable failure, Supplier<CompletionStage<C>> attempt, int tries, CompletableFuture<C> dialed) {
        if (tries <= 1) {
            dialed.completeExceptionally(told(failure));
            return;
        }
        long pause = Math.min(TRY_PAUSE_NANOS << (UnseenRefusal.TRIES - tries), LONGEST_TRY_PAUSE_NANOS);
        time.schedule(time.nanos() + pause, () -> {
            if (!dialed.isDone()) {
                dial(attempt, tries - 1, dialed);
            }
        });
    }

    /**
     * Hands a connection out once it accepts commands. If the server closes the connection before that, it is dialed again,
     * because the server may have refused the login.
     */
    private <C extends StatefulConnection<?, ?>> void handOut(
            C connection, long pause, Supplier<CompletionStage<C>> attempt, int tries, CompletableFuture<C> dialed) {
        if (dialed.isDone()) {
            return;
        }
        if (Probe.isAcceptedBy(connection)) {
            dialed.complete(connection);
        } else if (!connection.isOpen()) {
            dialAgain(new RedisConnectionException("Connection closed prematurely"), attempt, tries, dialed);
        } else {
            long next = Math.min(2 * pause, LONGEST_PROBE_PAUSE_NANOS);
            time.schedule(time.nanos() + pause, () -> handOut(connection, next, attempt, tries, dialed));
        }
    }

    private WireException told(Throwable failure) {
        if (find(failure, WireException.class) instanceof WireException known) {
            return known;
        }
        Throwable answer = find(failure, RedisCommandExecutionException.class);
        if (answer != null) {
            ServerError error = new ServerError(String.valueOf(answer.getMessage()));
            return new WireException(ConnectTrouble.refused(command(error), error));
        }
        // inside a RedisConnectionException it is about the connection, not about the client
        if (find(failure, RedisConnectionException.class) == null
                && find(failure, IllegalStateException.class) != null) {
            return new WireException(new Trouble(
                    Trouble.Kind.REFUSED,
                    "CLIENT",
                    "the Lettuce client cannot connect (" + failure.getMessage() + ")",
                    "make it with a URI, or use LettuceStore.using(client, uri), and do not shut it down before Mortise",
                    false,
                    failure));
        }
        if (find(failure, RedisCommandTimeoutException.class) != null
                || find(failure, ConnectTimeoutException.class) != null) {
            SocketTimeoutException timeout = new SocketTimeoutException(failure.getMessage());
            timeout.initCause(failure);
            return new WireException(ConnectTrouble.of(server, tls, timeout));
        }
        return new WireException(ConnectTrouble.of(server, tls, failure));
    }

    /** What of the login was answered: Lettuce does not tell. */
    private static String command(ServerError error) {
        return error.message().contains("DB index") ? "SELECT" : error.message().contains("AUTH") ? "AUTH" : "";
    }

    private static @Nullable Throwable find(@Nullable Throwable in, Class<? extends Throwable> type) {
        return in == null || type.isInstance(in) ? in : find(in.getCause(), type);
    }
}
