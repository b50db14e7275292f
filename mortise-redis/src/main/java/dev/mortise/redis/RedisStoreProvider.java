package dev.mortise.redis;

import dev.mortise.spi.Store;
import dev.mortise.spi.StoreProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows the URIs of one server, of Sentinel and of Cluster, and takes the first driver that is on the class path with its client. */
public final class RedisStoreProvider implements StoreProvider {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");

    /** For the service loader. */
    public RedisStoreProvider() {}

    @Override
    public boolean handles(String scheme) {
        return scheme.equals("redis") || scheme.equals("rediss") || TopologyUri.handles(scheme);
    }

    @Override
    public Store create(String uri) {
        return redis(uri);
    }

    @Override
    public Store createQuorum(List<String> uris) {
        return QuorumStore.at(uris, RedisStoreProvider::redis);
    }

    private static RedisStore redis(String uri) {
        DriverProvider provider = Stream.concat(
                        ServiceLoader.load(DriverProvider.class, RedisStoreProvider.class.getClassLoader()).stream(),
                        ServiceLoader.load(DriverProvider.class).stream())
                .map(ServiceLoader.Provider::get)
                .filter(RedisStoreProvider::hasClient)
                .min(Comparator.comparingInt(DriverProvider::rank))
                .orElseThrow(() -> new IllegalArgumentException(
                        "no Redis driver on the class path: add mortise-jedis or mortise-lettuce to the dependencies"));
        RedisStore store = RedisStore.at(uri, provider);
        LOG.info("using {}", store.describe());
        return store;
    }

    private static boolean hasClient(DriverProvider provider) {
        try {
            Class.forName(provider.client(), false, provider.getClass().getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
