package dev.mortise.springdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract on Redis, over a template of the application on Lettuce. */
@Tag("servers")
class LettuceFactoryContractTest extends LockCompatibilityKit {

    private static final Factories FACTORIES = new Factories();
    private static RedisServer server;
    private static StringRedisTemplate template;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        // named like those of Mortise, so that none may be left
        template = new StringRedisTemplate(FACTORIES.make(Factories.Kind.LETTUCE, server.uri(), "mortise-application"));
        template.opsForValue().get("connects");
        store = new RedisUnderTest("RedisTemplate on Lettuce", server, () -> SpringDataStore.using(template));
    }

    @AfterAll
    static void stop() {
        template.opsForValue().set("greeting", "hello");
        assertThat(template.opsForValue().get("greeting"))
                .as("a factory that was handed in is not closed")
                .isEqualTo("hello");
        FACTORIES.close();
        server.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return store;
    }
}
