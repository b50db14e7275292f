package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at what INFO tells of a server: whether it may lose locks by the way in which it is set up. */
final class ServerCheck {

    private static final byte[] INFO = RedisStore.bytes("INFO");

    private ServerCheck() {}

    /** What may cost locks, each with what to do; failed when the server does not let us look. */
    static Reply<List<String>> of(Session session) {
        Request asked = session.who(session.node).then(label -> Request.command(0, INFO));
        return session.link.send(asked).map(outcome -> {
            if (outcome instanceof Outcome.Done<Object> done && done.value() instanceof byte[] text) {
                return new Outcome.Done<>(concerns(fields(new String(text, StandardCharsets.UTF_8))));
            }
            return Answers.read(outcome, value -> {
                throw new IllegalStateException("no reply of INFO");
            });
        });
    }

    static List<String> concerns(Map<String, String> info) {
        List<String> concerns = new ArrayList<>();
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")) {
            concerns.add("it may evict locks when its memory is full (maxmemory-policy " + policy
                    + "): set maxmemory-policy noeviction");
        }
        if ("0".equals(info.get("aof_enabled"))) {
            concerns.add(
                    "a restart forgets locks, or brings old ones back (appendonly no): set appendonly yes, and appendfsync"
                            + " always if no lock may be lost");
        }
        int replicas = number(info.get("connected_slaves"));
        if (replicas > 0 && !info.containsKey("min_slaves_good_slaves")) {
            concerns.add(
                    "it grants locks when it is cut off from its replicas, which may be promoted (min-replicas-to-write 0): set"
                            + " min-replicas-to-write 1, and take locks with an Acknowledgement");
        }
        if ("slave".equals(info.get("role"))) {
            concerns.add("it is a replica, and refuses locks: connect to its primary");
        }
        return concerns;
    }

    private static Map<String, String> fields(String info) {
        Map<String, String> fields = new HashMap<>();
        for (String line : info.lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.charAt(0) != '#') {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return fields;
    }

    private static int number(@Nullable String text) {
        return text == null || !text.matches("\\d{1,9}") ? 0 : Integer.parseInt(text);
    }
}
