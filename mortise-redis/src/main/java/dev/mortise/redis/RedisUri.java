package dev.mortise.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One server: {@code redis://[user[:password]@]host[:port][/database]}, {@code rediss://} for TLS. User and password are
 * percent-decoded; {@code redis://:secret@host} has a password and the default user. With {@code rediss}, PEM files may be
 * named: {@code ?cacert=} whom to trust, {@code &cert=} and {@code &key=} the client's certificate.
 *
 * @param secured whom to trust, and what to be known by, where TLS is spoken
 */
public record RedisUri(
        boolean tls,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password,
        int database,
        Tls secured) {

    /** With the JVM's own trust. */
    public RedisUri(
            boolean tls, String host, int port, @Nullable String user, @Nullable String password, int database) {
        this(tls, host, port, user, password, database, Tls.ofJvm());
    }

    private static final int DEFAULT_PORT = 6379;

    /**
     * Reads a URI.
     *
     * @throws IllegalArgumentException when it is malformed; the message shows no password
     */
    public static RedisUri parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            // its message would quote the whole text, password included
            throw malformed("at character " + e.getIndex());
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("redis") && !scheme.equals("rediss")) {
            throw malformed("its scheme must be redis or rediss");
        }
        String host = uri.getHost();
        if (host == null) {
            throw malformed("it has no host, or user and password hold characters that must be percent-encoded");
        }
        boolean tls = scheme.equals("rediss");
        if ((uri.getRawQuery() != null && !tls) || uri.getRawFragment() != null) {
            throw malformed("it takes no query but ?naming=redisson, and files for rediss, and no fragment");
        }
        Tls secured;
        try {
            secured = TlsQuery.read(uri.getRawQuery());
        } catch (IllegalArgumentException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw malformed("its port must be from 1 to 65535");
        }
        String user = null;
        String password = null;
        String login = uri.getRawUserInfo();
        if (login != null) {
            int colon = login.indexOf(':');
            user = emptyToNull(decode(colon < 0 ? login : login.substring(0, colon)));
            password = colon < 0 ? null : emptyToNull(decode(login.substring(colon + 1)));
            if (password == null) {
                throw malformed("a user needs a password: redis://user:password@host, or redis://:password@host");
            }
        }
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new RedisUri(tls, bare, port, user, password, database(uri.getPath()), secured);
    }

    /**
     * The same server, by TLS with that trust and those keys.
     *
     * @throws IllegalArgumentException when it is not a rediss URI
     */
    public RedisUri secured(Tls by) {
        if (!tls) {
            throw malformed("TLS is spoken only with rediss");
        }
        return new RedisUri(true, host, port, user, password, database, by);
    }

    /** Another server with the same login. */
    RedisUri at(ServerAddress server) {
        return new RedisUri(tls, server.host(), server.port(), user, password, database, secured);
    }

    private static int database(@Nullable String path) {
        if (path == null || path.isEmpty() || path.equals("/")) {
            return 0;
        }
        String number = path.substring(1);
        if (number.isEmpty() || number.length() > 5 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw malformed("its database must be a number, as in redis://host:6379/2");
        }
        return Integer.parseInt(number);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static IllegalArgumentException malformed(String why) {
        return new IllegalArgumentException(
                "not a Redis URI: " + why + ". Expected redis[s]://[user:password@]host[:port][/database]");
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return (tls ? "rediss://" : "redis://") + host + ":" + port + (database == 0 ? "" : "/" + database);
    }
}
