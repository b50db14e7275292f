package dev.mortise.springdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.lettuce.LettuceStore;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/** Whatever serializers a template has, Mortise writes what every other driver writes, and shares its locks. */
@Tag("servers")
class SerializersTest {

    private static final String NAME = "wörld order:42";
    private static final Factories FACTORIES = new Factories();
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        server.close();
    }

    static Stream<Arguments> templates() {
        return Stream.of(Factories.Kind.LETTUCE, Factories.Kind.JEDIS)
                .flatMap(kind -> Stream.of(RedisSerializer.java(), RedisSerializer.json(), RedisSerializer.string())
                        .map(serializer -> Arguments.of(kind, serializer)));
    }

    @ParameterizedTest
    @MethodSource("templates")
    void keysAndFieldsAreThoseOfOtherDrivers(Factories.Kind kind, RedisSerializer<?> serializer) {
        server.command("FLUSHALL");
        RedisTemplate<Object, Object> template = template(FACTORIES.make(kind, server.port()), serializer);
        List<String> written;
        try (Mortise mortise =
                        Mortise.builder().store(SpringDataStore.using(template)).build();
                Mortise other =
                        Mortise.builder().store(LettuceStore.at(server.uri())).build()) {
            mortise.lock(NAME).lock();
            written = written();
            SafetyViolation.check(!other.lock(NAME).tryLock(), "Two owners: the drivers use different keys.");
            assertThat(other.lock(NAME).forceUnlock()).isTrue();
            assertThat(other.lock(NAME).tryLock()).isTrue();
            assertThat(mortise.lock(NAME).isLocked()).isTrue();
            assertThat(written()).isEqualTo(written);
            other.lock(NAME).unlock();
        }
        assertThat(written)
                .contains("mortise:{" + NAME + "}", "mortise:{" + NAME + "}:token", "NODE:THREAD", "NODE/ASK");
    }

    private static RedisTemplate<Object, Object> template(
            RedisConnectionFactory factory, RedisSerializer<?> serializer) {
        RedisTemplate<Object, Object> template = new RedisTemplate<>();
        template.setConnectionFactory(factory);
        template.setDefaultSerializer(serializer);
        template.afterPropertiesSet();
        return template;
    }

    /** The keys of the lock and the fields of its hash, with words for what differs from node to node. */
    private static List<String> written() {
        TreeSet<String> written = new TreeSet<>();
        server.keys().stream().filter(key -> key.contains(NAME)).forEach(written::add);
        for (Object field : (List<?>) Objects.requireNonNull(server.command("HKEYS", "mortise:{" + NAME + "}"))) {
            written.add(((String) field)
                    .replaceFirst("^[^:/]+:\\d+$", "NODE:THREAD")
                    .replaceFirst("^[^:/]+/\\d+$", "NODE/ASK"));
        }
        return List.copyOf(written);
    }
}
