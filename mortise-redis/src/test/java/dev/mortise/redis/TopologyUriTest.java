package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyUriTest {

    @Test
    void sentinelsTheirMasterAndBothLogins() {
        TopologyUri uri = TopologyUri.parse(
                "redis-sentinel://me:p%40ss@one,two:7,[::1]:8/3?sentinelUser=watch&sentinelPassword=a%26b#my%20master");
        assertThat(uri.servers())
                .containsExactly(
                        new ServerAddress("one", 26_379), new ServerAddress("two", 7), new ServerAddress("::1", 8));
        assertThat(uri.master()).isEqualTo("my master");
        assertThat(uri.login().user()).isEqualTo("me");
        assertThat(uri.login().password()).isEqualTo("p@ss");
        assertThat(uri.login().database()).isEqualTo(3);
        assertThat(uri.sentinelLogin().user()).isEqualTo("watch");
        assertThat(uri.sentinelLogin().password()).isEqualTo("a&b");
        assertThat(uri.sentinelLogin().database()).isZero();
        assertThat(uri).hasToString("redis-sentinel://one:26379,two:7,[::1]:8/3#my master");
    }

    @Test
    void someServersOfACluster() {
        TopologyUri uri = TopologyUri.parse("rediss-cluster://:secret@one,two:7");
        assertThat(uri.servers()).containsExactly(new ServerAddress("one", 6_379), new ServerAddress("two", 7));
        assertThat(uri.master()).isNull();
        assertThat(uri.login().tls()).isTrue();
        assertThat(uri.login().password()).isEqualTo("secret");
        assertThat(uri).hasToString("rediss-cluster://one:6379,two:7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis-sentinel://:secret@one",
                "redis-sentinel://:secret@one#",
                "redis-sentinel://:secret@one?password=secret#m",
                "redis-sentinel://:secret@#m",
                "redis-sentinel://:secret@one,#m",
                "redis-cluster://:secret@one/1",
                "redis-cluster://:secret@one#m",
                "redis-cluster://:secret@one?sentinelPassword=secret",
                "redis-cluster://:se@cret@one",
                "redis-cluster://:secret@",
                "redis-cluster:one",
                "redis-cluster://:secret@one?cacert=ca.pem",
                "rediss-cluster://:secret@one?cert=client.pem",
                "rediss-cluster://:secret@one?sentinelPassword=secret",
            })
    void aMalformedOneIsToldWithoutThePassword(String text) {
        assertThatThrownBy(() -> TopologyUri.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("not a (Redis URI|URI of several Redis servers): .*")
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("cret@");
    }

    @Test
    void redissonsNamingIsNotForACluster() {
        RedisStore store =
                RedisStore.at("redis-cluster://one?naming=redisson", new FakeServers.Provider(new FakeServers()));
        assertThatThrownBy(() -> Mortise.builder().store(store).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not for a Redis Cluster");
    }
}
