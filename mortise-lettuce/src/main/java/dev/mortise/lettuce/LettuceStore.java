package dev.mortise.lettuce;

import dev.mortise.redis.RedisStore;
import dev.mortise.redis.RedisUri;
import dev.mortise.redis.Tls;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

/**
 * Makes Redis stores over Lettuce. A store has connections of its own, for scripts and for messages, and closes them. What
 * was sent over a connection that breaks is never sent again by Lettuce, whatever the client's options say: Mortise makes
 * a new connection and finds out what became of it.
 */
public final class LettuceStore {

    private LettuceStore() {}

    /**
     * A store with a client of its own.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}, {@code rediss://} for TLS, then with
     *     {@code ?cacert=ca.pem&cert=client.pem&key=client.key} if need be
     * @throws IllegalArgumentException when the URI is malformed
     */
    public static RedisStore at(String uri) {
        return RedisStore.at(uri, LettuceStore::driver);
    }

    /**
     * The same by TLS, with that trust and those keys.
     *
     * @param uri a {@code rediss://} one
     */
    public static RedisStore at(String uri, Tls tls) {
        return RedisStore.at(uri, parsed -> driver(parsed.secured(tls)));
    }

    /**
     * A store over a client that the application has already; the client is never shut down. It must have been made with
     * a URI, or the store is refused when it is opened.
     */
    public static RedisStore using(RedisClient client) {
        return new RedisStore(driver(client, null));
    }

    /** A store over a client that the application has already, at that URI; the client is never shut down. */
    public static RedisStore using(RedisClient client, RedisURI uri) {
        return new RedisStore(driver(client, uri));
    }

    static LettuceDriver driver(RedisUri uri) {
        return new LettuceDriver(
                "Lettuce at " + uri, uri.tls(), (limit, threadName) -> new OwnClient(uri, limit, threadName));
    }

    static LettuceDriver driver(RedisClient client, @Nullable RedisURI uri) {
        return new LettuceDriver(
                "the application's " + client.getClass().getSimpleName(),
                uri != null && uri.isSsl(),
                (limit, threadName) -> new GivenClient(client, uri, limit, threadName));
    }
}
