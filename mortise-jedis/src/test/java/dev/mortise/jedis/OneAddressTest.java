package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import dev.mortise.tck.server.ReplicatedServer;
import dev.mortise.tck.topology.OneAddressKit;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisClient;

/** A master and its replica behind one address, over Jedis. */
@Tag("servers")
class OneAddressTest {

    private static final String WAITER = "abcdefghijklmnopqrstuv";

    /** Replicas repeat what is published: a grant that was announced and not written would be believed there. */
    @Test
    void aNodeThatListensAtTheReplicaOnlyHearsAHintAndNoGrant() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        JedisPubSub listener = new JedisPubSub() {
            @Override
            public void onSubscribe(String channel, int subscribedChannels) {
                heard.add("subscribed");
            }

            @Override
            public void onMessage(String channel, String message) {
                heard.add(message);
            }
        };
        try (ReplicatedServer servers = ReplicatedServer.start(1);
                Jedis atReplica = new Jedis("127.0.0.1", servers.replica(0).port());
                Mortise node = Mortise.connect(servers.master().uri())) {
            Thread listens = new Thread(() -> atReplica.subscribe(listener, "mortise:node:" + WAITER));
            listens.start();
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("subscribed");
            long micros = System.currentTimeMillis() * 1000;
            String entry = WAITER + "/7 " + micros + " 0 30000 1";
            servers.master().command("RPUSH", "mortise:{order}:queue", entry);

            assertThat(node.lock("order").tryLock()).isTrue();
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("look lock order");
            node.lock("order").unlock();
            servers.inStepWithin(20_000);
            servers.master().command("PUBLISH", "mortise:node:" + WAITER, "the end");
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("the end");
            listener.unsubscribe();
            listens.join();
        }
    }

    @Nested
    class FromAUri extends OneAddressKit {

        @Override
        protected Store storeAt(String uri) {
            return JedisStore.at(uri);
        }
    }

    @Nested
    class FromAClient extends OneAddressKit {

        private final List<RedisClient> clients = new ArrayList<>();

        @Override
        protected Store storeAt(String uri) {
            URI at = URI.create(uri);
            RedisClient client = RedisClient.create(at.getHost(), at.getPort());
            clients.add(client);
            return JedisStore.using(client);
        }

        @Override
        protected void nodesClosed() {
            clients.forEach(RedisClient::close);
        }
    }
}
