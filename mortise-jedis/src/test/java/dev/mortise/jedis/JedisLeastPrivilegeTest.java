package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract as a user who may do only what docs/wire.md lists. */
@Tag("servers")
class JedisLeastPrivilegeTest extends LockCompatibilityKit {

    private static RedisServer server;
    private static StoreUnderTest jedis;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        LeastPrivilege.USER.create(server);
        String uri = LeastPrivilege.USER.uri(server, 0);
        jedis = new RedisUnderTest("Jedis with least privilege", server, () -> JedisStore.at(uri));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (RedisServer ended = server) {
            assertThat(AclUser.refused(ended)).isEmpty();
        }
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return jedis;
    }
}
