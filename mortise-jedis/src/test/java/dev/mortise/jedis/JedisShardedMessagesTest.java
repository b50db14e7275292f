package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.server.AclUser;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sharded messages in a Redis Cluster of one master. */
@Tag("servers")
class JedisShardedMessagesTest {

    @Test
    void aNodeListensWhileItWaitsAndAMomentLonger() {
        try (RedisServer server = cluster();
                Mortise holder = Mortise.connect(uri(server));
                Mortise waiter = Mortise.connect(uri(server))) {
            var hold = holder.lock("order").acquire();
            assertThat(channels(server, "mortise:{order}:*"))
                    .as("who only holds")
                    .isEmpty();
            CompletableFuture<OwnedHold> waits = waiter.lock("order").acquireAsync();
            Eventually.eventually(
                    "it stands in the queue", () -> !waiters(holder).isEmpty());
            assertThat(channels(server, "mortise:{order}:*"))
                    .containsExactly("mortise:{order}:" + waiters(holder).get(0).nodeId());
            hold.release();
            waits.join().release();
            assertThat(channels(server, "mortise:{order}:*")).as("lingers").hasSize(1);
            assertThat(server.commandCalls()).containsKey("spublish").doesNotContainKey("publish");
        }
    }

    @Test
    void whoHearsNothingPolls() {
        try (RedisServer server = cluster();
                Mortise holder = Mortise.connect(uri(server));
                Mortise waiter = deaf(server)) {
            var hold = holder.lock("order").acquire();
            CompletableFuture<OwnedHold> waits = waiter.lock("order").acquireAsync();
            Eventually.eventually(
                    "it tried to listen", () -> !AclUser.refused(server).isEmpty());
            assertThat(waiters(holder)).as("a turn would pass unnoticed").isEmpty();
            hold.release();
            waits.join().release();
        }
    }

    @Test
    void aReleaseEnlistsNobodyWhoHearsNothing() {
        try (RedisServer server = cluster();
                Mortise other = Mortise.connect(uri(server));
                Mortise node = deaf(server)) {
            var hold = node.lock("order").acquire();
            CompletableFuture<OwnedHold> second = node.lock("order").acquireAsync();
            CompletableFuture<OwnedHold> others = other.lock("order").acquireAsync();
            Eventually.eventually(
                    "the other stands in the queue", () -> !waiters(other).isEmpty());
            hold.release();
            OwnedHold taken = others.join();
            FaultyStore asking = (FaultyStore) node.store();
            int before = asking.requests();
            Eventually.eventually("it asks twice more", () -> {
                assertThat(waiters(other)).as("the queue").isEmpty();
                return asking.requests() > before + 1;
            });
            taken.release();
            second.join().release();
        }
    }

    /** A node that may not listen. */
    private static Mortise deaf(RedisServer server) {
        AclUser deaf = LeastPrivilege.with("+cluster", "+spublish").with("-ssubscribe");
        deaf.create(server);
        String login = deaf.name() + ":" + deaf.password() + "@";
        return Mortise.builder()
                .store(new FaultyStore(JedisStore.at(uri(server).replace("//", "//" + login))))
                .slice(Duration.ZERO)
                .build();
    }

    @Test
    void aServerThatIsTooOldIsRefused() {
        try (RedisServer server = cluster("rename-command SPUBLISH \"\"")) {
            assertThatThrownBy(() -> Mortise.connect(uri(server)))
                    .isInstanceOf(StoreRefusedException.class)
                    .hasMessageContaining("no sharded channels")
                    .hasMessageContaining("Redis 7");
        }
    }

    private static List<LockView.Waiter> waiters(Mortise mortise) {
        return mortise.lock("order").inspect().waiters();
    }

    private static String uri(RedisServer server) {
        return "redis-cluster://127.0.0.1:" + server.port() + "?messages=sharded";
    }

    private static List<String> channels(RedisServer server, String pattern) {
        return ((List<?>) server.command("PUBSUB", "SHARDCHANNELS", pattern))
                .stream()
                        .map(channel -> channel instanceof byte[] name
                                ? new String(name, StandardCharsets.UTF_8)
                                : String.valueOf(channel))
                        .toList();
    }

    private static RedisServer cluster(String... config) {
        RedisServer server = RedisServer.start(
                ServerOptions.defaults().withConfig("cluster-enabled yes").withConfig(config));
        server.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
        Eventually.eventually(
                "the cluster is well",
                () -> String.valueOf(server.command("CLUSTER", "INFO")).contains("cluster_state:ok"));
        return server;
    }
}
