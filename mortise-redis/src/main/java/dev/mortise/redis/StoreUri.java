package dev.mortise.redis;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URI of a store: where its servers are, and words in the query that are the store's own.
 *
 * @param servers the URI without those words
 * @param redissonNaming {@code naming=redisson}
 * @param shardedMessages {@code messages=sharded}
 */
record StoreUri(String servers, boolean redissonNaming, boolean shardedMessages) {

    private static final String NAMING = "naming=redisson";
    private static final String MESSAGES = "messages=sharded";

    static StoreUri parse(String uri) {
        String without = without(uri, NAMING);
        String servers = without(without, MESSAGES);
        return new StoreUri(servers, !without.equals(uri), !servers.equals(without));
    }

    private static String without(String uri, String word) {
        Matcher found = Pattern.compile("([?&])" + word + "(&|(?=#|$))").matcher(uri);
        return found.find() ? found.replaceFirst(found.group(2).isEmpty() ? "" : found.group(1)) : uri;
    }

    /**
     * The driver to the servers.
     *
     * @throws IllegalArgumentException when the URI is malformed
     */
    Driver driver(DriverProvider provider, @Nullable Tls tls) {
        String scheme = servers.substring(0, Math.max(0, servers.indexOf(':'))).toLowerCase(Locale.ROOT);
        if (TopologyUri.handles(scheme)) {
            TopologyUri several = TopologyUri.parse(servers);
            return (tls == null ? several : several.secured(tls)).driver(provider);
        }
        RedisUri one = RedisUri.parse(servers);
        return provider.create(tls == null ? one : one.secured(tls));
    }
}
