package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.MutexFormatKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The format of a mutex, over Jedis, as a user who may do only what docs/wire.md lists. */
class JedisMutexFormatTest extends MutexFormatKit {

    private static RedisServer server;
    private static StoreUnderTest jedis;

    JedisMutexFormatTest() {
        super(jedis, server);
    }

    @BeforeAll
    static void start() throws IOException {
        server = RedisServer.start();
        AclUser user = AclUser.documented(Path.of("..", "docs", "wire.md")).with("~tck:*");
        user.create(server);
        String uri = user.uri(server, 0);
        jedis = new RedisUnderTest("Jedis with least privilege", server, () -> JedisStore.at(uri));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (RedisServer ended = server) {
            assertThat(AclUser.refused(ended)).isEmpty();
        }
    }
}
