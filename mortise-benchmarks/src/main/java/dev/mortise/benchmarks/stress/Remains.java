package dev.mortise.benchmarks.stress;

import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What is in Redis when all processes have ended: exact ledgers, and nothing else but what expires. */
final class Remains {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long PROVISIONAL_MILLIS = 1_000;
    private static final String BY = "by:";

    private final RedisServer server;
    private final Consumer<String> wrong;
    private final RedisUnderTest locks;

    /** Before anybody else is connected. */
    Remains(RedisServer server, Consumer<String> wrong) {
        this.server = server;
        this.wrong = wrong;
        this.locks = new RedisUnderTest("stress", server, () -> JedisStore.at(server.uri()));
    }

    /** How often each lock went from one owner to another. */
    Map<Guarded, Long> handOvers() {
        Map<Guarded, Long> handOvers = new HashMap<>();
        for (Guarded lock : Guarded.values()) {
            Object value = server.command("HGET", Ledger.key(lock), "hand-overs");
            handOvers.put(lock, value == null ? 0 : Long.parseLong((String) value));
        }
        return handOvers;
    }

    void check(List<Member> members) {
        for (Guarded lock : Guarded.values()) {
            checkLedger(lock, members);
            server.command("DEL", Ledger.key(lock));
        }
        server.command("DEL", Ledger.KILLED, Ledger.STALLED);
        within("connections", () -> locks.connectionsLeft() == 0);
        within("subscriptions", () -> locks.subscriptionsLeft() == 0);
        keysOfLocks(members).forEach(key -> wrong.accept(left(key)));
    }

    private void checkLedger(Guarded lock, List<Member> members) {
        Map<String, String> ledger = hash(Ledger.key(lock));
        long number = Long.parseLong(ledger.getOrDefault("number", "0"));
        long sum = 0;
        for (Member member : members) {
            long written = Long.parseLong(ledger.getOrDefault(BY + member.number(), "0"));
            long told = member.counts().commits().getOrDefault(lock.toString(), 0L);
            if (member.isKilled() ? written < told : written != told) {
                wrong.accept(lock + ": process " + member.number() + " counted " + told + " updates, Redis " + written);
            }
            sum += written;
        }
        if (number != sum) {
            wrong.accept(lock + ": " + sum + " updates were made, and the number is " + number + ": lost updates");
        }
    }

    /** But token counters, and the labels of nodes that were killed: both expire. */
    private List<String> keysOfLocks(List<Member> members) {
        List<String> killed = members.stream()
                .filter(Member::isKilled)
                .map(member -> Nodes.LABEL + member.number())
                .toList();
        List<String> left = new ArrayList<>(locks.keysLeft());
        left.removeIf(key -> key.startsWith("mortise:node:")
                && killed.contains(hash(key).getOrDefault("label", ""))
                && !Objects.equals(server.command("PTTL", key), -1L));
        return left;
    }

    /**
     * A node that closes in the moment of its grant does not take it, and the provisional lease ends within a second. On a slow
     * machine that moment is long.
     */
    private String left(String key) {
        long millis = (Long) Objects.requireNonNull(server.command("PTTL", key));
        String mark = millis >= 0 && millis <= PROVISIONAL_MILLIS ? Voice.LATE : "";
        Object type = server.command("TYPE", key);
        Object value = Objects.equals(type, "hash") ? hash(key) : type;
        return "%sleft in Redis: %s %s for %,d ms".formatted(mark, key, value, millis);
    }

    private void within(String what, BooleanSupplier none) {
        try {
            Eventually.within(PATIENCE, "no " + what + " left", none);
        } catch (AssertionError e) {
            wrong.accept(String.valueOf(e.getMessage()).strip());
        }
    }

    private Map<String, String> hash(String key) {
        List<?> reply = (List<?>) Objects.requireNonNull(server.command("HGETALL", key));
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < reply.size(); i += 2) {
            fields.put((String) reply.get(i), (String) reply.get(i + 1));
        }
        return fields;
    }
}
