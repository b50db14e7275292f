package dev.mortise.lettuce;

import dev.mortise.spi.Store;
import dev.mortise.tck.topology.OneAddressKit;
import io.lettuce.core.RedisClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** A master and its replica behind one address, over Lettuce. */
class OneAddressTest {

    @Nested
    class FromAUri extends OneAddressKit {

        @Override
        protected Store storeAt(String uri) {
            return LettuceStore.at(uri);
        }
    }

    @Nested
    class FromAClient extends OneAddressKit {

        private final List<RedisClient> clients = new ArrayList<>();

        @Override
        protected Store storeAt(String uri) {
            RedisClient client = RedisClient.create(uri);
            clients.add(client);
            return LettuceStore.using(client);
        }

        @Override
        protected void nodesClosed() {
            clients.forEach(RedisClient::shutdown);
        }
    }
}
