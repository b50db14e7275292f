package dev.mortise.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several servers:
 *
 * <ul>
 *   <li>{@code redis-sentinel://[user:password@]host[:port][,host[:port]…][/database]#master}: the sentinels, and the name
 *       under which they know the master. User, password and database are those of the master;
 *       {@code ?sentinelUser=…&sentinelPassword=…} before the {@code #} are those of the sentinels;
 *   <li>{@code redis-cluster://[user:password@]host[:port][,host[:port]…]}: some servers of a Redis Cluster.
 * </ul>
 *
 * {@code rediss-sentinel://} and {@code rediss-cluster://} for TLS, to the sentinels as well, with files in the query as
 * {@link RedisUri} has them.
 *
 * @param description without user and password
 * @param servers of the URI, in its order
 * @param master null for a cluster
 * @param login how to log in at any of them, at another host
 * @param sentinelLogin how to log in at a sentinel
 */
record TopologyUri(
        String description,
        List<ServerAddress> servers,
        @Nullable String master,
        RedisUri login,
        RedisUri sentinelLogin) {

    private static final Pattern FORM = Pattern.compile(
            "(?i)(rediss?)-(sentinel|cluster)://(?:([^@/?#]*)@)?([^@/?#]+)(/[^?#]*)?(?:\\?([^#]*))?(?:#(.*))?");
    private static final Pattern PORT = Pattern.compile(".*[^:]:\\d+");
    private static final int SENTINEL_PORT = 26_379;
    private static final int SERVER_PORT = 6_379;

    /** Whether it is for such a URI to be read here. */
    static boolean handles(String scheme) {
        return scheme.matches("rediss?-(sentinel|cluster)");
    }

    /**
     * Reads a URI.
     *
     * @throws IllegalArgumentException when it is malformed; the message shows no password
     */
    static TopologyUri parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw malformed("it has another form, or user and password hold characters that must be percent-encoded");
        }
        boolean sentinel = form.group(2).equalsIgnoreCase("sentinel");
        String scheme = form.group(1).toLowerCase(Locale.ROOT) + "://";
        String at = form.group(3) == null ? "" : form.group(3) + "@";
        String path = form.group(5) == null ? "" : form.group(5);
        Map<String, String> query = query(form.group(6));
        List<ServerAddress> servers = new ArrayList<>();
        RedisUri login = null;
        for (String host : form.group(4).split(",", -1)) {
            String port = PORT.matcher(host).matches() ? "" : ":" + (sentinel ? SENTINEL_PORT : SERVER_PORT);
            RedisUri each = RedisUri.parse(scheme + at + host + port + path);
            servers.add(new ServerAddress(each.host(), each.port()));
            login = each;
        }
        String master = form.group(7) == null ? null : decode(form.group(7));
        if (login == null || (sentinel && (master == null || master.isEmpty()))) {
            throw malformed("the name of the master stands behind a #");
        }
        if (!sentinel && (master != null || login.database() != 0)) {
            throw malformed("a cluster has no master's name, and one database");
        }
        RedisUri sentinels = new RedisUri(
                login.tls(),
                login.host(),
                login.port(),
                sentinel ? query.remove("sentinelUser") : null,
                sentinel ? query.remove("sentinelPassword") : null,
                0);
        if (!query.isEmpty() && !login.tls()) {
            throw malformed("its query may have " + (sentinel ? "sentinelUser and sentinelPassword, and " : "")
                    + "files for rediss, not " + query.keySet());
        }
        String description = form.group(1).toLowerCase(Locale.ROOT)
                + (sentinel ? "-sentinel://" : "-cluster://")
                + servers.stream().map(ServerAddress::toString).collect(Collectors.joining(","))
                + (login.database() == 0 ? "" : "/" + login.database())
                + (master == null ? "" : "#" + master);
        TopologyUri read =
                new TopologyUri(description, List.copyOf(servers), sentinel ? master : null, login, sentinels);
        return query.isEmpty() ? read : read.secured(tls(query));
    }

    private static Tls tls(Map<String, String> query) {
        try {
            return TlsQuery.read(query);
        } catch (IllegalArgumentException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The same servers, by TLS with that trust and those keys.
     *
     * @throws IllegalArgumentException when it is not a rediss URI
     */
    TopologyUri secured(Tls by) {
        return new TopologyUri(description, servers, master, login.secured(by), sentinelLogin.secured(by));
    }

    /** A driver that follows these servers. */
    Driver driver(DriverProvider provider) {
        Servers reached = provider.servers(login, this::at);
        String name = provider.name() + " at " + description;
        return master == null
                ? FollowingDriver.cluster(name, reached, servers)
                : FollowingDriver.sentinel(name, reached, servers, master);
    }

    private RedisUri at(ServerAddress server) {
        return (master != null && servers.contains(server) ? sentinelLogin : login).at(server);
    }

    private static Map<String, String> query(@Nullable String text) {
        Map<String, String> words = new HashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String word : text.split("&", -1)) {
                int equals = word.indexOf('=');
                words.put(word.substring(0, Math.max(0, equals)), decode(word.substring(equals + 1)));
            }
        }
        return words;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException malformed(String why) {
        return new IllegalArgumentException("not a URI of several Redis servers: " + why
                + ". Expected redis[s]-sentinel://[user:password@]host[:port][,host[:port]...][/database]#master"
                + " or redis[s]-cluster://[user:password@]host[:port][,host[:port]...]");
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return description;
    }
}
