package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;

/** The contract behind Redis Sentinel, over a sentinel client of the application. */
@Tag("topologies")
@Tag("servers")
class RedisSentinelClientContractTest extends LockCompatibilityKit {

    private static SentinelServers servers;
    private static RedisSentinelClient client;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(40);
        Set<HostAndPort> sentinels = servers.sentinels().stream()
                .map(sentinel -> new HostAndPort("127.0.0.1", sentinel.port()))
                .collect(Collectors.toSet());
        client = RedisSentinelClient.builder()
                .sentinels(sentinels)
                .masterName(SentinelServers.MASTER)
                .poolConfig(pool)
                .build();
        jedis = new RedisUnderTest(
                "RedisSentinelClient", servers.servers(), servers.sentinels(), () -> JedisStore.using(client));
    }

    @AfterAll
    static void stop() {
        assertThat(client.ping())
                .as("a client that was handed in is not closed")
                .isEqualTo("PONG");
        client.close();
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
