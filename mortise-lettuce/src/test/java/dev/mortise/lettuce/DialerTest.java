package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a dialer makes of attempts that fail. */
class DialerTest {

    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger dead = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final MovableTime time = new MovableTime();
    private final Dialer dialer = new Dialer("a server", false, new Failing(), time, LIMIT);

    private final class Failing implements LettuceConnections {
        @Override
        public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
            return failures.isEmpty()
                    ? CompletableFuture.completedFuture(early())
                    : CompletableFuture.failedFuture(failures.remove());
        }

        @Override
        public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(
                String name, String channel) {
            return CompletableFuture.failedFuture(failures.remove());
        }

        @Override
        public void close() {}
    }

    @Test
    void aRefusalWhoseReasonIsLostIsRetried() {
        failures.add(unseen());
        failures.add(closedEarly());
        failures.add(new RedisConnectionException(
                "Unable to connect", new RedisCommandExecutionException("WRONGPASS invalid username-password pair")));
        Trouble trouble = trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.REFUSED);
        assertThat(trouble.code()).isEqualTo("WRONGPASS");
    }

    @Test
    void aRefusalWhoseReasonStaysLostIsABrokenLogin() {
        for (int i = 0; i < UnseenRefusal.TRIES; i++) {
            failures.add(unseen());
        }
        Trouble trouble = trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.UNAVAILABLE);
        assertThat(trouble.what()).contains("broke during the login");
        assertThat(failures).isEmpty();
    }

    @Test
    void anyOtherFailureIsToldAtOnce() {
        failures.add(new RedisConnectionException("Unable to connect", new ConnectException("refused")));
        assertThat(trouble().what()).contains("connection refused");
    }

    @Test
    void aConnectionIsHandedOutOnceItAcceptsCommands() {
        refusals.set(3);
        CompletableFuture<?> dialed = dialer.connect();
        time.advance(Duration.ofMillis(6));
        assertThat(dialed).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(dialed).as("after 1, 2 and 4 ms").isCompleted();
        assertThat(refusals).hasValue(0);
    }

    @Test
    void aConnectionThatNeverAcceptsCommandsIsClosedWhenTheTimeIsOver() {
        refusals.set(Integer.MAX_VALUE);
        CompletableFuture<?> dialed = dialer.connect();
        time.advance(LIMIT.multipliedBy(2).minusMillis(1));
        assertThat(dialed).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(dialed).isCompletedExceptionally();
        assertThat(closed).hasValue(1);
    }

    @Test
    void aConnectionThatTheServerClosesBeforeItAcceptsCommandsIsDialedAgain() {
        dead.set(2);
        refusals.set(2);
        CompletableFuture<?> dialed = dialer.connect();
        time.advance(Duration.ofMillis(29));
        assertThat(dialed).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(dialed).as("after 10 and 20 ms").isCompleted();
        assertThat(made).hasValue(3);
        assertThat(closed).hasValue(2);
    }

    @Test
    void aLoginIsNotTriedAgainAfterTheTimeIsOver() {
        failures.add(unseen());
        CompletableFuture<?> dialed = dialer.connect();
        dialed.cancel(false);
        time.advance(LIMIT);
        assertThat(made).hasValue(0);
    }

    @Test
    void aConnectionThatIsNoLongerWantedIsClosedAtOnce() {
        refusals.set(3);
        CompletableFuture<?> dialed = dialer.connect();
        assertThat(closed).hasValue(0);
        dialed.cancel(false);
        assertThat(closed).hasValue(1);
        time.advance(LIMIT);
        assertThat(closed).hasValue(1);
    }

    /** A connection that rejects some commands before it accepts them. */
    @SuppressWarnings("unchecked")
    private StatefulRedisConnection<byte[], byte[]> early() {
        boolean open = made.incrementAndGet() > dead.get();
        return (StatefulRedisConnection<byte[], byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StatefulRedisConnection.class}, (self, method, args) -> {
                    if (method.getName().equals("dispatch") && refusals.get() > 0) {
                        refusals.decrementAndGet();
                        ((RedisCommand<?, ?, ?>) args[0])
                                .completeExceptionally(
                                        new RedisException("Currently not connected. Commands are rejected."));
                    }
                    if (method.getName().equals("closeAsync")) {
                        closed.incrementAndGet();
                        return CompletableFuture.completedFuture(null);
                    }
                    if (method.getName().equals("isOpen")) {
                        return open;
                    }
                    return method.getName().equals("dispatch") ? args[0] : null;
                });
    }

    private static RuntimeException unseen() {
        return new RedisConnectionException(
                "Unable to connect", new IllegalStateException("RedisHandshakeHandler not registered"));
    }

    private static RuntimeException closedEarly() {
        return new RedisConnectionException(
                "Unable to connect", new RedisConnectionException("Connection closed prematurely"));
    }

    private Trouble trouble() {
        CompletableFuture<?> dialed = dialer.connectFirst();
        time.advance(LIMIT);
        assertThat(dialed).isCompletedExceptionally();
        return dialed.handle((made, failure) -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    return ((WireException) cause).trouble();
                })
                .join();
    }
}
