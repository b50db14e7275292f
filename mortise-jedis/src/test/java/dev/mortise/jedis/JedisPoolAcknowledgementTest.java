package dev.mortise.jedis;

import dev.mortise.spi.Store;
import dev.mortise.tck.AcknowledgementKit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import redis.clients.jedis.RedisClient;

/** Acknowledged locks, over a pooled Jedis client of the application. */
class JedisPoolAcknowledgementTest extends AcknowledgementKit {

    private static final List<RedisClient> CLIENTS = new ArrayList<>();

    @AfterAll
    static void closeClients() {
        CLIENTS.forEach(RedisClient::close);
        CLIENTS.clear();
    }

    @Override
    protected Store storeAt(String uri) {
        RedisClient client = RedisClient.create(uri);
        CLIENTS.add(client);
        return JedisStore.using(client);
    }
}
