package dev.mortise.redis;

import dev.mortise.LockView;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a lock for people: the lock first, then who the nodes are that it names. */
final class Inspection {

    private final Session session;
    private final LockId lock;

    Inspection(Session session, LockId lock) {
        this.session = session;
        this.lock = lock;
    }

    Reply<LockView> begin() {
        LockKeys keys = session.keys(lock);
        Request request = new Request(Scripts.INSPECT, keys.withQueue(), RedisStore.NO_ARGS, keys.affinity);
        return new FollowedReply<>(session.link.send(request), this::labels);
    }

    /** The label of every node named, then the view. */
    private Reply<LockView> labels(Outcome<Object> outcome) {
        if (!(outcome instanceof Outcome.Done<Object> done)) {
            return Reply.of(RedisStore.read(outcome, value -> new LockView(lock.name(), null, List.of())));
        }
        List<?> parts = (List<?>) done.value();
        Map<String, String> fields = map((List<?>) parts.get(0));
        List<String[]> queue = entries((List<?>) parts.get(2));
        List<String> nodes = new ArrayList<>();
        queue.forEach(entry -> nodes.add(entry[0]));
        String owner = ownerField(fields);
        if (owner != null) {
            nodes.add(nodeOf(owner));
        }
        Map<String, String> labels = new HashMap<>();
        Reply<Map<String, String>> all = Reply.of(new Outcome.Done<>(labels));
        for (String node : nodes) {
            all = new FollowedReply<>(
                    all,
                    ignored -> session.link.send(session.who(node)).map(who -> {
                        labels.put(node, label(who, node));
                        return new Outcome.Done<>(labels);
                    }));
        }
        long left = RedisStore.number(parts.get(1));
        return all.map(ignored -> new Outcome.Done<>(view(fields, owner, left, queue, labels)));
    }

    private LockView view(
            Map<String, String> fields,
            @Nullable String owner,
            long left,
            List<String[]> queue,
            Map<String, String> labels) {
        LockView.Holder holder = null;
        if (owner != null) {
            long token = token(fields);
            String who = owner.substring(owner.indexOf(':') + 1);
            holder = new LockView.Holder(
                    nodeOf(owner),
                    token == 0 ? "Redisson client " + nodeOf(owner) : labels.getOrDefault(nodeOf(owner), nodeOf(owner)),
                    who.startsWith("#") ? "object " + who.substring(1) : "thread " + who,
                    (int) number(fields.get(owner)),
                    token,
                    instant(fields.containsKey("since") ? number(fields.get("since")) : token),
                    Duration.ofMillis(left));
        }
        List<LockView.Waiter> waiting = new ArrayList<>();
        for (String[] entry : queue) {
            waiting.add(
                    new LockView.Waiter(entry[0], labels.getOrDefault(entry[0], entry[0]), instant(number(entry[2]))));
        }
        return new LockView(lock.name(), holder, waiting);
    }

    private static @Nullable String ownerField(Map<String, String> fields) {
        for (String field : fields.keySet()) {
            if (field.indexOf(':') > 0) {
                return field;
            }
        }
        return null;
    }

    /** The value of the ask, without the mark that somebody waits. */
    private static long token(Map<String, String> fields) {
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (field.getKey().indexOf('/') > 0) {
                return number(field.getValue().replace("+", ""));
            }
        }
        return 0;
    }

    private static String nodeOf(String ownerField) {
        return ownerField.substring(0, ownerField.indexOf(':'));
    }

    private static String label(Outcome<Object> outcome, String node) {
        return outcome instanceof Outcome.Done<Object> done && done.value() instanceof byte[] label
                ? text(label)
                : node;
    }

    private static Map<String, String> map(List<?> flat) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            map.put(text((byte[]) flat.get(i)), text((byte[]) flat.get(i + 1)));
        }
        return map;
    }

    /** Node, ask number, seen, woken. */
    private static List<String[]> entries(List<?> list) {
        return list.stream()
                .map(element -> text((byte[]) element).split(" "))
                .filter(words -> words.length == 4)
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
