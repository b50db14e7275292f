package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract as a user who may do only what docs/wire.md lists. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class JedisLeastPrivilegeTest extends LockCompatibilityKit {

    private static final ServerPool STORES = new ServerPool(JedisLeastPrivilegeTest::store);

    private static StoreUnderTest store(RedisServer server) {
        LeastPrivilege.USER.create(server);
        String uri = LeastPrivilege.USER.uri(server, 0);
        return new RedisUnderTest("Jedis with least privilege", server, () -> JedisStore.at(uri));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (ServerPool ended = STORES) {
            assertThat(ended.servers())
                    .allSatisfy(server -> assertThat(AclUser.refused(server)).isEmpty());
        }
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
