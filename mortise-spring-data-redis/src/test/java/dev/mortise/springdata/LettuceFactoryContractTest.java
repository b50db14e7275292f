package dev.mortise.springdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import dev.mortise.tck.server.ServerPool;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract on Redis, over a template of the application on Lettuce. */
@Tag("servers")
@Execution(ExecutionMode.CONCURRENT)
class LettuceFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static final ServerPool STORES = new ServerPool(LettuceFactoryContractTest::store);
    private static final Queue<StringRedisTemplate> TEMPLATES = new ConcurrentLinkedQueue<>();

    private static StoreUnderTest store(RedisServer server) {
        // Its connections have a name like those of Mortise, so that none may be left behind.
        StringRedisTemplate template =
                new StringRedisTemplate(FACTORIES.make(Factories.Kind.LETTUCE, server.uri(), "mortise-application"));
        template.opsForValue().get("connects");
        TEMPLATES.add(template);
        return new RedisUnderTest("RedisTemplate on Lettuce", server, () -> SpringDataStore.using(template));
    }

    @AfterAll
    static void stop() {
        for (StringRedisTemplate template : TEMPLATES) {
            template.opsForValue().set("greeting", "hello");
            assertThat(template.opsForValue().get("greeting"))
                    .as("a factory that was handed in is not closed")
                    .isEqualTo("hello");
        }
        TEMPLATES.clear();
        FACTORIES.close();
        STORES.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return STORES.lend();
    }
}
