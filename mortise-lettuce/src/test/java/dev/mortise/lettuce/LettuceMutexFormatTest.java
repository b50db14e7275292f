package dev.mortise.lettuce;

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

/** The format of a mutex, over Lettuce, as a user who may do only what docs/wire.md lists. */
class LettuceMutexFormatTest extends MutexFormatKit {

    private static RedisServer server;
    private static StoreUnderTest lettuce;

    LettuceMutexFormatTest() {
        super(lettuce, server);
    }

    @BeforeAll
    static void start() throws IOException {
        server = RedisServer.start();
        AclUser user = AclUser.documented(Path.of("..", "docs", "wire.md")).with("~tck:*");
        user.create(server);
        String uri = user.uri(server, 0);
        lettuce = new RedisUnderTest("Lettuce with least privilege", server, () -> LettuceStore.at(uri));
    }

    @AfterAll
    static void nothingWasRefused() {
        try (RedisServer ended = server) {
            assertThat(AclUser.refused(ended)).isEmpty();
        }
    }
}
