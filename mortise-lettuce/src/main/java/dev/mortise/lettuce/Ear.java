package dev.mortise.lettuce;

import dev.mortise.spi.Time;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One Lettuce connection that listens, from when it is made until it breaks. When nothing comes it is pinged, so that a
 * half-open connection is found out.
 */
final class Ear extends RedisPubSubAdapter<byte[], byte[]> implements RedisConnectionStateListener {

    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final LettuceSubscription subscription;
    private final AtomicBoolean leaving = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile boolean confirmed;
    private volatile boolean heard;
    private volatile Time.@Nullable Timer check;

    /** Used by the timer only. */
    private boolean answerDue = true;

    Ear(StatefulRedisPubSubConnection<byte[], byte[]> connection, LettuceSubscription subscription) {
        this.connection = connection;
        this.subscription = subscription;
        connection.addListener((RedisConnectionStateListener) this);
        connection.addListener((RedisPubSubListener<byte[], byte[]>) this);
    }

    void listen(String... channels) {
        byte[][] names = Stream.of(channels)
                .map(channel -> channel.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        checkAfter(subscription.dialer.limitNanos);
        try {
            connection.async().subscribe(names).whenComplete((done, failure) -> {
                if (failure != null) {
                    leave(failure);
                }
            });
        } catch (RuntimeException e) {
            leave(e);
        }
    }

    /** Closes the connection, once; then the subscription goes on without it. */
    void leave(Throwable cause) {
        if (leaving.compareAndSet(false, true)) {
            connection.closeAsync().whenComplete((done, failure) -> {
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
            subscription.subscriber.subscribed();
        }
    }

    @Override
    public void message(byte[] channel, byte[] payload) {
        heard = true;
        if (isListening()) {
            subscription.subscriber.message(payload);
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
}
