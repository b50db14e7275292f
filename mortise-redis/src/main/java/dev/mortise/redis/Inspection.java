package dev.mortise.redis;

import dev.mortise.LockView;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
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
        Request request =
                new Request(session.scripts(lock).inspect(), keys.withQueue(), RedisStore.NO_ARGS, keys.affinity);
        return new FollowedReply<>(session.link.send(request), this::labels);
    }

    /** The label of every node named, then the view. */
    private Reply<LockView> labels(Outcome<Object> outcome) {
        if (!(outcome instanceof Outcome.Done<Object> done)) {
            return Reply.of(Answers.read(outcome, value -> new LockView(lock.name(), null, List.of())));
        }
        List<?> parts = (List<?>) done.value();
        long left = Answers.number(parts.get(1));
        HolderValue holder =
                lock.isMutex() ? HolderValue.ofMutex(parts.get(0), left) : HolderValue.ofLock(parts.get(0));
        List<String[]> queue = waiting(entries((List<?>) parts.get(2)), holder);
        List<String> nodes = new ArrayList<>();
        queue.forEach(entry -> nodes.add(node(entry)));
        if (holder != null && holder.stranger() == null) {
            nodes.add(holder.node());
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
        return all.map(ignored -> new Outcome.Done<>(view(holder, left, queue, labels)));
    }

    private LockView view(@Nullable HolderValue found, long left, List<String[]> queue, Map<String, String> labels) {
        LockView.Holder holder = found == null
                ? null
                : new LockView.Holder(
                        found.node(),
                        found.stranger() == null ? labels.getOrDefault(found.node(), found.node()) : found.stranger(),
                        found.owner(),
                        found.count(),
                        found.token(),
                        instant(found.sinceMicros()),
                        Duration.ofMillis(left));
        List<LockView.Waiter> waiting = new ArrayList<>();
        for (String[] entry : queue) {
            String node = node(entry);
            String owner = lock.isMutex() ? "somebody" : HolderValue.owner(entry[4]);
            Instant seen = instant(HolderValue.number(entry[1]));
            waiting.add(new LockView.Waiter(node, labels.getOrDefault(node, node), owner, seen));
        }
        return new LockView(lock.name(), holder, waiting);
    }

    private static String label(Outcome<Object> outcome, String node) {
        return outcome instanceof Outcome.Done<Object> done && done.value() instanceof byte[] label
                ? HolderValue.text(label)
                : node;
    }

    /** Ask, seen, woken, lease, owner. */
    private static List<String[]> entries(List<?> list) {
        return list.stream()
                .map(element -> HolderValue.text((byte[]) element).split(" "))
                .filter(words -> words.length == 5)
                .toList();
    }

    /** Those of a fair lock who were served inside the grant stand before its owner, and that does too. */
    private static List<String[]> waiting(List<String[]> queue, @Nullable HolderValue holder) {
        for (int i = queue.size() - 1; holder != null && i >= 0; i--) {
            String[] entry = queue.get(i);
            if (node(entry).equals(holder.node()) && HolderValue.owner(entry[4]).equals(holder.owner())) {
                return queue.subList(i + 1, queue.size());
            }
        }
        return queue;
    }

    private static String node(String[] entry) {
        return entry[0].substring(0, Math.max(0, entry[0].indexOf('/')));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
