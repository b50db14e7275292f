package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code renew.lua} and {@code mutex-renew.lua} themselves, on a real server, also as one before 7.0 would run them. */
@Tag("servers")
class RenewScriptTest {

    private static final RedisServer SERVER = RedisServer.start();

    @BeforeEach
    void empty() {
        SERVER.command("FLUSHALL");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GT", "unknown"})
    void locksThatAreNotTheirAsksAreNamedAndLeftAlone(String greater) {
        SERVER.command("HSET", "mine", "node/1", "5");
        SERVER.command("PEXPIRE", "mine", "15000");
        SERVER.command("HSET", "other", "node/9", "5");
        SERVER.command("PEXPIRE", "other", "15000");
        SERVER.command("SET", "foreign", "x");
        assertThat(renew(Scripts.RENEW, greater)).isEqualTo(List.of(4L, 2L, 3L, 4L));
        assertThat(ttl("mine")).isBetween(20_000L, 30_000L);
        assertThat(ttl("other")).isBetween(1L, 15_000L);
        assertThat(ttl("foreign")).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GT", "unknown"})
    void aLongerTimeIsNotShortenedAndNoTimeIsSet(String greater) {
        SERVER.command("HSET", "mine", "node/1", "5");
        SERVER.command("PEXPIRE", "mine", "60000");
        SERVER.command("HSET", "other", "node/2", "5");
        assertThat(renew(Scripts.RENEW, greater)).isEqualTo(List.of(4L, 3L, 4L));
        assertThat(ttl("mine")).isBetween(50_000L, 60_000L);
        assertThat(ttl("other")).as("somebody ran PERSIST").isBetween(20_000L, 30_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GT", "unknown"})
    void mutexesAreRenewedLikewise(String greater) {
        SERVER.command("SET", "mine", "node/1", "PX", "15000");
        SERVER.command("SET", "other", "node/9", "PX", "15000");
        SERVER.command("HSET", "foreign", "node/3", "5");
        assertThat(renew(Scripts.MUTEX.renew(), greater)).isEqualTo(List.of(4L, 2L, 3L, 4L));
        assertThat(ttl("mine")).isBetween(20_000L, 30_000L);
        assertThat(ttl("other")).isBetween(1L, 15_000L);
    }

    /** Four keys, the last of which is missing, for the asks 1 to 4 and half a minute. */
    private static Object renew(Script script, String greater) {
        String source = new String(script.source(), StandardCharsets.UTF_8).replace("'GT'", "'" + greater + "'");
        String[] keys = {"mine", "other", "foreign", "missing"};
        return SERVER.command(
                "EVAL", source, "4", keys[0], keys[1], keys[2], keys[3], "30000", "node/1", "node/2", "node/3",
                "node/4");
    }

    private static long ttl(String key) {
        return (Long) SERVER.command("PTTL", key);
    }
}
