package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.SentinelServers;
import dev.mortise.tck.server.ServerGroup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract behind Redis Sentinel, over Jedis from a URI, as a user who may do only what docs/wire.md lists. */
@Tag("topologies")
@Tag("servers")
class JedisSentinelContractTest extends LockCompatibilityKit {

    private static SentinelServers servers;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        servers = SentinelServers.start(30_000);
        AclUser user = LeastPrivilege.with("+role");
        servers.servers().forEach(user::create);
        jedis = new RedisUnderTest(
                "Jedis from sentinels' URI",
                servers.servers(),
                servers.sentinels(),
                () -> JedisStore.at(user.uri(servers)));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (ServerGroup ended = servers) {
            assertThat(ended.servers())
                    .allSatisfy(server -> assertThat(AclUser.refused(server)).isEmpty());
        }
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
