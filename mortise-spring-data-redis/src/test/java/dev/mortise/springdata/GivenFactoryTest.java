package dev.mortise.springdata;

import static dev.mortise.tck.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The application's factory stays as it was, and what it cannot do is told. */
@Tag("servers")
class GivenFactoryTest {

    private final RedisServer server = RedisServer.start();
    private final Factories factories = new Factories();

    @AfterEach
    void close() {
        factories.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void closingLeavesTheFactoryAsItWas(Factories.Kind kind) {
        RedisConnectionFactory factory = factories.make(kind, server.uri(), "application");
        StringRedisTemplate template = new StringRedisTemplate(factory);
        for (int i = 0; i < 10; i++) { // more than the eight that a pool has
            try (Mortise mortise = node(factory).build()) {
                mortise.lock("order:42").run(hold -> template.opsForValue().increment("sold"));
                eventually("it listens", () -> listeners() == 1);
            }
            eventually("nobody listens", () -> listeners() == 0);
        }
        assertThat(template.opsForValue().get("sold")).isEqualTo("10");
        SafetyViolation.checked(
                () -> eventually("only the factory's own connections are left", () -> connections() <= own(kind)));
    }

    @Test
    void theSharedConnectionIsNotUsed() {
        RedisConnectionFactory factory = factories.make(Factories.Kind.LETTUCE, server.uri(), "application");
        try (Mortise mortise = node(factory).build()) {
            mortise.lock("order:42").run(hold -> {});
            eventually("one is shared, one for scripts, one for messages", () -> connections() == 3);
        }
    }

    @Test
    void aFactoryBehindAProxyWillDo() {
        RedisConnectionFactory factory = factories.make(Factories.Kind.LETTUCE, server.port());
        RedisConnectionFactory proxy = (RedisConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (self, method, args) -> method.invoke(factory, args));
        try (Mortise mortise = node(proxy).build()) {
            mortise.lock("order:42").run(hold -> assertThat(hold.isValid()).isTrue());
        }
    }

    @Test
    void aFactoryThatWasStoppedIsTold() {
        LettuceConnectionFactory factory =
                (LettuceConnectionFactory) factories.make(Factories.Kind.LETTUCE, server.port());
        factory.stop();
        assertThatThrownBy(() -> node(factory).build())
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("STOPPED")
                .hasMessageContaining("started before Mortise");
    }

    @Test
    void aLoginThatLettuceLostTheAnswerOfIsTriedAgain() {
        RedisConnectionFactory factory = factories.make(Factories.Kind.LETTUCE, server.port());
        try (Mortise mortise = node(losingFirst(3, factory)).build()) {
            mortise.lock("order:42").run(hold -> assertThat(hold.isValid()).isTrue());
        }
    }

    @Test
    void aRefusalThatLettuceReportsOnlyAtTheThirdTryIsReported() {
        server.command("ACL", "SETUSER", "shop", "on", ">right", "~*", "+@all");
        RedisConnectionFactory factory =
                factories.make(Factories.Kind.LETTUCE, "redis://shop:wrong@127.0.0.1:" + server.port(), "application");
        assertThatThrownBy(() -> node(losingFirst(2, factory)).build())
                .isInstanceOf(StoreRefusedException.class)
                .hasStackTraceContaining("WRONGPASS");
    }

    /** A factory whose client loses the answers to its first logins. */
    private RedisConnectionFactory losingFirst(int logins, RedisConnectionFactory factory) {
        AtomicInteger calls = new AtomicInteger();
        return (RedisConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RedisConnectionFactory.class}, (self, method, args) -> {
                    if (calls.getAndIncrement() < logins) {
                        throw new RedisConnectionFailureException(
                                "Unable to connect", new IOException("Connection closed prematurely"));
                    }
                    return method.invoke(factory, args);
                });
    }

    @Test
    void aFactoryOnAnotherClientIsTold() {
        RedisConnectionFactory other = (RedisConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (self, method, args) -> method.getReturnType() == RedisConnection.class
                        ? Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {RedisConnection.class},
                                (connection, called, with) ->
                                        called.getName().equals("getNativeConnection") ? "unknown" : null)
                        : null);
        assertThatThrownBy(() -> node(other).build())
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("java.lang.String");
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatIsNotThereIsTold(Factories.Kind kind) {
        RedisConnectionFactory factory = factories.make(kind, server.port());
        server.kill();
        assertThatThrownBy(() -> node(factory).build()).isInstanceOf(StoreUnavailableException.class);
    }

    private static MortiseBuilder node(RedisConnectionFactory factory) {
        return Mortise.builder().store(SpringDataStore.using(factory));
    }

    /** A shared connection, or what a pool keeps when it is idle. */
    private static int own(Factories.Kind kind) {
        return kind == Factories.Kind.LETTUCE ? 1 : 8;
    }

    private int listeners() {
        return ((List<?>) server.command("PUBSUB", "CHANNELS")).size();
    }

    private long connections() {
        return String.valueOf(server.command("CLIENT", "LIST"))
                .lines()
                .filter(line -> line.contains(" name=application "))
                .count();
    }
}
