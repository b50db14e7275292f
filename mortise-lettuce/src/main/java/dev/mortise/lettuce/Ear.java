package dev.mortise.lettuce;

import dev.mortise.redis.Channels;
import dev.mortise.spi.Time;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One Lettuce connection that listens, from when it is made until it breaks. When nothing comes it is pinged, so that a
 * half-open connection is found out.
 */
final class Ear extends RedisPubSubAdapter<byte[], byte[]> implements RedisConnectionStateListener {

    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final LettuceSubscription subscription;
    private final Channels channels;
    private final Set<String> asked = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicBoolean leaving = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile boolean confirmed;
    private volatile boolean heard;
    private volatile Time.@Nullable Timer check;

    /** Used by the timer only. */
    private boolean answerDue = true;

    Ear(StatefulRedisPubSubConnection<byte[], byte[]> connection, LettuceSubscription subscription, Channels channels) {
        this.connection = connection;
        this.subscription = subscription;
        this.channels = channels;
        connection.addListener((RedisConnectionStateListener) this);
        connection.addListener((RedisPubSubListener<byte[], byte[]>) this);
        checkAfter(subscription.dialer.limitNanos);
    }

    /** Subscribes to what is wanted and not yet asked for, and the reverse. */
    void match() {
        if (!isListening()) {
            return;
        }
        List<CompletionStage<Void>> sent = new ArrayList<>();
        lock.lock();
        try {
            RedisPubSubAsyncCommands<byte[], byte[]> commands = connection.async();
            boolean sharded = channels.isSharded();
            send(channels.missing(asked), sharded ? commands::ssubscribe : commands::subscribe, sent);
            send(channels.surplus(asked), sharded ? commands::sunsubscribe : commands::unsubscribe, sent);
        } catch (RuntimeException e) {
            sent.add(CompletableFuture.failedFuture(e));
        } finally {
            lock.unlock();
        }
        for (CompletionStage<Void> each : sent) {
            each.exceptionally(failure -> {
                leave(failure);
                return null;
            });
        }
    }

    /** Sharded channels may be of several slots, so each has a command of its own. */
    private void send(
            List<String> names, Function<byte[][], RedisFuture<Void>> command, List<CompletionStage<Void>> sent) {
        if (channels.isSharded()) {
            names.forEach(name -> sent.add(command.apply(names(List.of(name)))));
        } else if (!names.isEmpty()) {
            sent.add(command.apply(names(names)));
        }
    }

    /** Closes the connection, once; then the subscription goes on without it. */
    void leave(Throwable cause) {
        if (leaving.compareAndSet(false, true)) {
            connection.removeListener((RedisConnectionStateListener) this);
            connection.removeListener((RedisPubSubListener<byte[], byte[]>) this);
            subscription.dialer.giveBack(connection).whenComplete((done, failure) -> {
                closed.complete(null);
                left(cause);
            });
        }
    }

    /** Completed when the connection is closed. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    private void left(Throwable cause) {
        Time.Timer timer = check;
        if (timer != null) {
            timer.cancel();
        }
        if (!subscription.isClosed()) {
            if (confirmed) {
                subscription.subscriber.interrupted();
            }
            subscription.failed(cause);
        }
    }

    @Override
    public void subscribed(byte[] channel, long count) {
        heard = true;
        if (isListening()) {
            confirmed = true;
            subscription.works();
            subscription.subscriber.subscribed(name(channel));
        }
    }

    @Override
    public void ssubscribed(byte[] channel, long count) {
        subscribed(channel, count);
    }

    @Override
    public void smessage(byte[] channel, byte[] payload) {
        message(channel, payload);
    }

    /** The server ends a channel by itself when it loses the slot. */
    @Override
    public void sunsubscribed(byte[] channel, long count) {
        lock.lock();
        try {
            if (!asked.contains(name(channel))) {
                return;
            }
        } finally {
            lock.unlock();
        }
        leave(new EOFException("the slot of a channel has another master"));
    }

    @Override
    public void message(byte[] channel, byte[] payload) {
        heard = true;
        if (isListening()) {
            subscription.subscriber.message(name(channel), payload);
        }
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        leave(new EOFException("the connection was closed"));
    }

    private boolean isListening() {
        return !leaving.get() && !subscription.isClosed();
    }

    private void checkAfter(long nanos) {
        Time time = subscription.dialer.time;
        check = time.schedule(time.nanos() + nanos, this::check);
    }

    private void check() {
        if (!isListening()) {
            return;
        }
        if (heard) {
            heard = false;
            answerDue = false;
            checkAfter(subscription.quietNanos);
        } else if (answerDue) {
            leave(new SocketTimeoutException("no answer in time"));
        } else {
            answerDue = true;
            checkAfter(subscription.dialer.limitNanos);
            ping();
        }
    }

    private void ping() {
        try {
            connection.async().ping().whenComplete((pong, failure) -> {
                if (failure == null) {
                    heard = true;
                } else {
                    leave(failure);
                }
            });
        } catch (RuntimeException e) {
            leave(e);
        }
    }

    private static String name(byte[] channel) {
        return new String(channel, StandardCharsets.UTF_8);
    }

    private static byte[][] names(List<String> channels) {
        return channels.stream()
                .map(channel -> channel.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }
}
