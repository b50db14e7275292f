package dev.mortise.redis;

import dev.mortise.spi.Grant;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Renews many grants in few requests: those of one kind and lease together. They are of one slot in a Redis Cluster, and behind
 * an address that has refused a request over several slots.
 */
final class Renewal {

    /** How many grants one script takes, so that it never keeps the server busy for long. */
    private static final int BATCH = 200;

    private Renewal() {}

    /** Asks for all of them; each is answered by itself. */
    static void send(Session session, List<? extends Grant> due, Renewed sink) {
        send(session, due, sink, session.sharded || session.link.keepsToOneSlot());
    }

    private static void send(Session session, List<? extends Grant> due, Renewed sink, boolean bySlot) {
        Map<Alike, List<Grant>> groups = new LinkedHashMap<>();
        for (Grant grant : due) {
            int slot = bySlot ? Slots.of(session.keys(grant.lock()).lock()) : 0;
            Alike alike = new Alike(session.scripts(grant.lock()).renew(), grant.leaseMillis(), slot);
            groups.computeIfAbsent(alike, none -> new ArrayList<>()).add(grant);
        }
        groups.forEach((alike, grants) -> {
            for (int from = 0; from < grants.size(); from += BATCH) {
                sendBatch(session, alike, grants.subList(from, Math.min(grants.size(), from + BATCH)), sink, bySlot);
            }
        });
    }

    private static void sendBatch(Session session, Alike alike, List<Grant> batch, Renewed sink, boolean bySlot) {
        byte[][] keys = new byte[batch.size()][];
        byte[][] args = new byte[1 + batch.size()][];
        args[0] = RedisStore.bytes(alike.leaseMillis);
        for (int i = 0; i < batch.size(); i++) {
            Grant grant = batch.get(i);
            keys[i] = session.keys(grant.lock()).lock();
            args[1 + i] = RedisStore.bytes(session.node + "/" + grant.ask());
        }
        int affinity = batch.size() == 1 ? session.keys(batch.get(0).lock()).affinity : 0;
        session.link.send(new Request(alike.script, keys, args, affinity)).then(Runnable::run, outcome -> {
            if (isCrossSlot(outcome) && !bySlot) {
                send(session, batch, sink, true);
            } else {
                answered(batch, outcome, sink);
            }
        });
    }

    /** Whether nothing was renewed because the locks are in several slots. */
    private static boolean isCrossSlot(Outcome<Object> outcome) {
        return outcome instanceof Outcome.Failed<Object> failed
                && failed.trouble().code().equals(ServerError.CROSSSLOT);
    }

    static void answered(List<? extends Grant> batch, Outcome<Object> outcome, Renewed sink) {
        Outcome<Set<Long>> gone = Answers.read(outcome, value -> gone((List<?>) value, batch.size()));
        for (int i = 0; i < batch.size(); i++) {
            long place = i + 1L;
            sink.accept(batch.get(i), Answers.mapped(gone, places -> !places.contains(place)));
        }
    }

    /** The places, from 1 on, of those that were not renewed. */
    private static Set<Long> gone(List<?> parts, int size) {
        if (Answers.number(parts.get(0)) != size) {
            throw new IllegalStateException(size + " locks were renewed, but " + parts.get(0) + " are answered for");
        }
        Set<Long> gone = new HashSet<>();
        for (Object place : parts.subList(1, parts.size())) {
            gone.add(Answers.number(place));
        }
        return gone;
    }

    /** What grants of one request have in common. */
    private record Alike(Script script, long leaseMillis, int slot) {}
}
