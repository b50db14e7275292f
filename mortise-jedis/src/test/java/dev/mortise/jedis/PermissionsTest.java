package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import dev.mortise.StoreRefusedException;
import dev.mortise.redis.RedisStore;
import dev.mortise.redis.RedisUri;
import dev.mortise.spi.Store;
import dev.mortise.tck.PermissionsKit;
import dev.mortise.tck.server.RedisServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** What a user may do decides what works; docs/wire.md has the least that is needed. */
@Tag("servers")
class PermissionsTest {

    private static final int QUIET_MILLIS = 50;

    @Nested
    class FromAUri extends PermissionsKit {

        FromAUri() {
            super(LeastPrivilege.USER, Set.of("+unsubscribe")); // it closes its connection instead
        }

        @Override
        protected Store storeAt(String uri) {
            return new RedisStore(new UriDriver(RedisUri.parse(uri), QUIET_MILLIS));
        }
    }

    @Nested
    class FromAClient extends PermissionsKit {

        private final List<RedisClient> clients = new ArrayList<>();

        FromAClient() {
            super(LeastPrivilege.USER, Set.of("+ping")); // it subscribes once more instead
        }

        @Override
        protected Store storeAt(String uri) {
            URI at = URI.create(uri);
            DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                    .user(LeastPrivilege.USER.name())
                    .password(LeastPrivilege.USER.password())
                    .database(1)
                    .clientName("an-application")
                    .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                    .build();
            RedisClient client = RedisClient.builder()
                    .hostAndPort(new HostAndPort(at.getHost(), at.getPort()))
                    .clientConfig(config)
                    .build();
            clients.add(client);
            return new RedisStore(new ClientDriver(client, QUIET_MILLIS));
        }

        @Override
        protected void tourEnded() {
            clients.forEach(RedisClient::close);
            clients.clear();
        }
    }

    @Test
    void aMissingPermissionIsToldAndNothingIsHeld() {
        try (RedisServer server = RedisServer.start()) {
            LeastPrivilege.USER.without("+hset").create(server);
            assertThatThrownBy(() -> Mortise.connect(LeastPrivilege.USER.uri(server, 0)))
                    .isInstanceOfSatisfying(
                            StoreRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo("NOPERM"))
                    .hasMessageContaining("permission")
                    .hasMessageNotContaining("password");
            assertThat(server.keys()).isEmpty();
        }
    }
}
