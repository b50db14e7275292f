package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreUriTest {

    @ParameterizedTest
    @CsvSource({
        "redis://host, redis://host, false, false",
        "redis://host?naming=redisson, redis://host, true, false",
        "redis-cluster://a?messages=sharded, redis-cluster://a, false, true",
        "rediss-cluster://a?messages=sharded&cacert=b, rediss-cluster://a?cacert=b, false, true",
        "rediss-cluster://a?cacert=b&messages=sharded, rediss-cluster://a?cacert=b, false, true",
        "redis-sentinel://a?naming=redisson#m, redis-sentinel://a#m, true, false",
        "redis-cluster://a?naming=redisson&messages=sharded, redis-cluster://a, true, true",
        "redis-cluster://a?messages=shardedx, redis-cluster://a?messages=shardedx, false, false",
    })
    void itsOwnWordsAreTakenOut(String uri, String servers, boolean redisson, boolean sharded) {
        assertThat(StoreUri.parse(uri)).isEqualTo(new StoreUri(servers, redisson, sharded));
    }

    @Test
    void redissonsNamingHasNoShardedMessages() {
        assertThatThrownBy(() -> RedisStore.at(
                        "redis-cluster://a?naming=redisson&messages=sharded",
                        new FakeServers.Provider(new FakeServers())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose one of the two");
    }

    @Test
    void shardedMessagesAreForACluster() {
        RedisStore store =
                RedisStore.at("redis-sentinel://a?messages=sharded#m", new FakeServers.Provider(new FakeServers()));
        assertThatThrownBy(() -> Mortise.builder().store(store).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("for a Redis Cluster");
    }
}
