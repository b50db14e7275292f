package dev.mortise.internal;

import dev.mortise.spi.Store;
import dev.mortise.spi.StoreProvider;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/** Finds the store for a URI among those on the class path. */
public final class Stores {

    private Stores() {}

    /** The store, not connected yet. */
    public static Store forUri(String uri) {
        return provider(uri).create(uri);
    }

    /** The store over a majority of servers, not connected yet. */
    public static Store forQuorum(List<String> uris) {
        if (uris.isEmpty()) {
            throw new IllegalArgumentException("a quorum needs the URIs of at least three masters");
        }
        return provider(uris.get(0)).createQuorum(uris);
    }

    private static StoreProvider provider(String uri) {
        int colon = uri.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException(
                    "not a store's URI: it has no scheme. Expected for example " + "redis://127.0.0.1:6379");
        }
        String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, Stores.class.getClassLoader())) {
            if (provider.handles(scheme)) {
                return provider;
            }
        }
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.handles(scheme)) {
                return provider;
            }
        }
        throw new IllegalArgumentException("no store for the scheme '" + scheme
                + "' on the class path: for redis and rediss add mortise-jedis or mortise-lettuce");
    }
}
