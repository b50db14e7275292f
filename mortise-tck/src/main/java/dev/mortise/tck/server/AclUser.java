package dev.mortise.tck.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A user of a server who may do only what is listed.
 *
 * @param name of the user
 * @param password of the user
 * @param rules the words of {@code ACL SETUSER} behind the name
 */
public record AclUser(String name, String password, List<String> rules) {

    private static final Pattern COMMAND = Pattern.compile("(?s)```\\s*ACL SETUSER (\\S+) (.*?)```");

    public AclUser {
        rules = List.copyOf(rules);
    }

    /** The user whom the first {@code ACL SETUSER} command in a block of that page makes. */
    public static AclUser documented(Path page) throws IOException {
        Matcher command = COMMAND.matcher(Files.readString(page));
        if (!command.find()) {
            throw new IllegalStateException(page + " has no ACL SETUSER command");
        }
        List<String> rules = List.of(command.group(2).trim().split("\\s+", -1));
        String password = rules.stream()
                .filter(rule -> rule.startsWith(">"))
                .findFirst()
                .orElseThrow()
                .substring(1);
        return new AclUser(command.group(1), password, rules);
    }

    /** What is allowed: commands ({@code +}), keys ({@code ~}) and channels ({@code &}). */
    public List<String> permissions() {
        return rules.stream().filter(rule -> "+~&".indexOf(rule.charAt(0)) >= 0).toList();
    }

    /** The same user with one rule less. */
    public AclUser without(String rule) {
        if (!rules.contains(rule)) {
            throw new IllegalArgumentException(rule + " is none of " + rules);
        }
        return new AclUser(
                name,
                password,
                rules.stream().filter(each -> !each.equals(rule)).toList());
    }

    /** The same user with one rule more. */
    public AclUser with(String rule) {
        return new AclUser(
                name, password, Stream.concat(rules.stream(), Stream.of(rule)).toList());
    }

    /** Makes the user on a server, in the place of an earlier one, and empties the server's list of refusals. */
    public void create(RedisServer server) {
        server.command(Stream.concat(Stream.of("ACL", "SETUSER", name, "reset"), rules.stream())
                .toArray(String[]::new));
        server.command("ACL", "LOG", "RESET");
    }

    /** A line of {@code redis.conf} that makes the user, on a sentinel too. */
    public String config() {
        return "user " + name + " " + String.join(" ", rules);
    }

    /** Where the user finds that database. */
    public String uri(RedisServer server, int database) {
        return server.uri().replace("://", "://" + name + ":" + password + "@") + "/" + database;
    }

    /** Where the user finds several servers. */
    public String uri(ServerGroup servers) {
        return servers.uri().replace("://", "://" + name + ":" + password + "@");
    }

    /** What the server has refused since the user was made: commands, keys and channels, by name. */
    public static List<String> refused(RedisServer server) {
        List<?> log = (List<?>) server.command("ACL", "LOG");
        return log == null ? List.of() : log.stream().map(AclUser::object).toList();
    }

    private static String object(Object entry) {
        List<?> fields = (List<?>) entry;
        return String.valueOf(fields.get(fields.indexOf("object") + 1));
    }
}
