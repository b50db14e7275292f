package dev.mortise.benchmarks.stress;

import dev.mortise.tck.server.RedisServer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What goes wrong, again and again. Of one thread. */
final class Faults {

    private final RedisServer server;
    private final Squad squad;
    private final Random random;
    private final List<Fault> faults;

    /**
     * @param pace how many times as often as usual
     */
    Faults(RedisServer server, Squad squad, Random random, int pace) {
        this.server = server;
        this.squad = squad;
        this.random = random;
        this.faults = List.of(
                new Fault("message connections cut", 2_000 / pace, 2_000 / pace, this::cutMessages),
                new Fault("command connections cut", 1_000 / pace, 4_000 / pace, this::cutCommands),
                new Fault("script flushes", 5_000 / pace, 5_000 / pace, () -> command("SCRIPT", "FLUSH")),
                new Fault("processes killed", 5_000 / pace, 10_000 / pace, this::killProcess));
    }

    /** Does what is due. */
    void blow() {
        faults.forEach(Fault::blowIfDue);
    }

    /** What there was, for people. */
    @Override
    public String toString() {
        return faults.stream().map(Fault::toString).collect(Collectors.joining(", "));
    }

    /** How often the one that happened least did. */
    long least() {
        return faults.stream().mapToLong(fault -> fault.blown).min().orElse(0);
    }

    private long cutMessages() {
        return command("CLIENT", "KILL", "TYPE", "pubsub");
    }

    private long cutCommands() {
        String clients = (String) Objects.requireNonNull(server.command("CLIENT", "LIST"));
        List<String> ids = Arrays.stream(clients.split("\n"))
                .filter(client -> client.contains(" name=mortise-io"))
                .map(client -> client.substring("id=".length(), client.indexOf(' ')))
                .toList();
        return ids.isEmpty() ? 0 : command("CLIENT", "KILL", "ID", ids.get(random.nextInt(ids.size())));
    }

    private long killProcess() {
        server.command("SET", Ledger.KILLED, "1", "PX", Long.toString(Bounds.KILL_FELT.toMillis()));
        squad.replaceOne(random);
        server.command("SET", Ledger.KILLED, "1", "PX", Long.toString(Bounds.KILL_FELT.toMillis()));
        return 1;
    }

    /** How many it has hit, if the server says so. */
    private long command(String... args) {
        return server.command(args) instanceof Long number ? number : 1;
    }

    /** Does something: how many it has hit. */
    private interface Blow {
        long strike();
    }

    private final class Fault {
        private final String name;
        private final int shortestMillis;
        private final int longestMillis;
        private final Blow blow;
        private long next;
        private long blown;

        Fault(String name, int shortestMillis, int longestMillis, Blow blow) {
            this.name = name;
            this.shortestMillis = shortestMillis;
            this.longestMillis = longestMillis;
            this.blow = blow;
            this.next = System.nanoTime() + pause();
        }

        void blowIfDue() {
            if (System.nanoTime() - next >= 0) {
                blown += blow.strike();
                next += pause();
            }
        }

        private long pause() {
            return TimeUnit.MILLISECONDS.toNanos(shortestMillis + random.nextInt(longestMillis - shortestMillis + 1));
        }

        @Override
        public String toString() {
            return blown + " " + name;
        }
    }
}
