package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {

    @Test
    void theShortestHasDefaults() {
        assertThat(RedisUri.parse("redis://localhost"))
                .isEqualTo(new RedisUri(false, "localhost", 6379, null, null, 0));
    }

    @Test
    void theLongestHasEverything() {
        assertThat(RedisUri.parse("rediss://app:s%40cr%2Bet%20+@db.example:6380/12"))
                .isEqualTo(new RedisUri(true, "db.example", 6380, "app", "s@cr+et +", 12));
    }

    @Test
    void aPasswordAloneIsTheDefaultUsers() {
        assertThat(RedisUri.parse("redis://:secret@localhost/"))
                .isEqualTo(new RedisUri(false, "localhost", 6379, null, "secret", 0));
    }

    @Test
    void anIpv6AddressStandsInBrackets() {
        assertThat(RedisUri.parse("redis://[::1]:7000").host()).isEqualTo("::1");
    }

    @Test
    void itsTextHasNoUserAndNoPassword() {
        assertThat(RedisUri.parse("rediss://app:secret@localhost:1/3")).hasToString("rediss://localhost:1/3");
        assertThat(RedisUri.parse("redis://app:secret@localhost")).hasToString("redis://localhost:6379");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:6379",
                "http://:secret@localhost",
                "redis://",
                "redis:///0",
                "redis://app@localhost",
                "redis://app:@localhost",
                "redis://:secret@local host",
                "redis://:secret@localhost:0",
                "redis://:secret@localhost:65536",
                "redis://:secret@localhost:port",
                "redis://:secret@localhost/one",
                "redis://:secret@localhost/-1",
                "redis://:secret@localhost/123456",
                "redis://:secret@localhost/0/1",
                "redis://:secret@localhost?db=1",
                "redis://:secret@localhost#1",
                "redis://:secret/x@localhost",
                "redis://:secret#x@localhost",
                "redis://:secret%zz@localhost",
            })
    void aMalformedOneIsToldWithoutThePassword(String text) {
        assertThatThrownBy(() -> RedisUri.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a Redis URI")
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis://localhost?naming=own", "redis://localhost?a=b&naming=redisson", "?naming=redisson"})
    void aQueryIsNothingButTheNaming(String uri) {
        assertThatThrownBy(() -> RedisStore.at(uri, new FakeServers.Provider(new FakeServers())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a Redis URI");
    }
}
