package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.memory.MovableTime;
import dev.mortise.redis.WireException;
import dev.mortise.spi.Trouble;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a dialer makes of attempts that fail. */
class DialerTest {

    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private final MovableTime time = new MovableTime();
    private final Dialer dialer = new Dialer("a server", false, new Failing(), time, Duration.ofSeconds(3));

    private final class Failing implements LettuceConnections {
        @Override
        public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
            return CompletableFuture.failedFuture(failures.remove());
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
    void aRefusalThatLettuceDidNotSeeIsAskedForAgain() {
        failures.add(unseen());
        failures.add(new RedisConnectionException(
                "Unable to connect", new RedisCommandExecutionException("WRONGPASS invalid username-password pair")));
        Trouble trouble = trouble();
        assertThat(trouble.kind()).isEqualTo(Trouble.Kind.REFUSED);
        assertThat(trouble.code()).isEqualTo("WRONGPASS");
    }

    @Test
    void oneThatItNeverSeesIsABrokenLogin() {
        for (int i = 0; i < 3; i++) {
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

    private static RuntimeException unseen() {
        return new RedisConnectionException(
                "Unable to connect", new IllegalStateException("RedisHandshakeHandler not registered"));
    }

    private Trouble trouble() {
        CompletableFuture<?> dialed = dialer.connectFirst();
        assertThat(dialed).isCompletedExceptionally();
        return dialed.handle((made, failure) -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    return ((WireException) cause).trouble();
                })
                .join();
    }
}
