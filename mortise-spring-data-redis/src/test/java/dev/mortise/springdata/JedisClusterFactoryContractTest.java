package dev.mortise.springdata;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.ClusterServers;
import dev.mortise.tck.server.RedisUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract on a Redis Cluster, over a template of the application on Jedis. */
@Tag("topologies")
@Tag("servers")
class JedisClusterFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static ClusterServers servers;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        servers = ClusterServers.start(30_000);
        StringRedisTemplate template = new StringRedisTemplate(FACTORIES.toCluster(Factories.Kind.JEDIS, servers, 40));
        store = new RedisUnderTest(
                "RedisTemplate on Jedis, Cluster", servers.servers(), List.of(), () -> SpringDataStore.using(template));
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        servers.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return store;
    }
}
