package dev.mortise.lettuce;

import dev.mortise.redis.RedisStore;
import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Store;
import dev.mortise.tck.PermissionsKit;
import dev.mortise.tck.server.AclUser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** The permissions that docs/wire.md lists are enough for Lettuce from a URI, and each is needed. */
@Tag("servers")
class PermissionsTest extends PermissionsKit {

    PermissionsTest() throws IOException {
        // it closes its connection instead
        super(AclUser.documented(Path.of("..", "docs", "wire.md")), Set.of("+unsubscribe"));
    }

    @Override
    protected Store storeAt(String uri) {
        return new RedisStore(LettuceStore.driver(RedisUri.parse(uri))
                .pingedAfter(Duration.ofMillis(50).toNanos()));
    }
}
