package dev.mortise.benchmarks;

import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code ./mortise bench [commands] [solo] [wide] [lettuce]}: figures beside those of the bare scripts, on an embedded Redis. */
public final class Bench {

    private static final int ROUNDS = Integer.getInteger("rounds", 9);
    private static final Duration LENGTH = Duration.ofMillis(Integer.getInteger("millis", 1000));

    private Bench() {}

    /** Runs the scenarios named, or all. */
    public static void main(String[] args) throws InterruptedException {
        List<String> all = List.of("commands", "solo", "wide", "lettuce");
        List<String> wanted = args.length == 0 ? all : List.of(args);
        if (wanted.contains("--help")) {
            System.out.println("./mortise bench [scenario ...]: one or more of " + all + ", all of them by default.\n"
                    + "MORTISE_REDIS_SERVER names another redis-server than the embedded one.");
            return;
        }
        for (String name : wanted) {
            if (!all.contains(name)) {
                System.err.println("unknown scenario '" + name + "': choose from " + all);
                System.exit(2);
            }
        }
        try (RedisServer server = RedisServer.start()) {
            if (wanted.contains("commands")) {
                commands(server);
            }
            if (wanted.contains("solo")) {
                try (Contender mortise = new MortiseContender(server.uri());
                        Contender floor = new JedisFloor(server.port())) {
                    new Scenario("one thread", 1, 0.85).run(mortise, floor, ROUNDS, LENGTH);
                }
            }
            if (wanted.contains("lettuce")) {
                try (Contender mortise = new LettuceContender(server.uri());
                        Contender floor = new LettuceFloor(server.uri())) {
                    new Scenario("one thread over Lettuce", 1, 0.85).run(mortise, floor, ROUNDS, LENGTH);
                }
            }
            if (wanted.contains("wide")) {
                try (Contender mortise = new MortiseContender(server.uri());
                        Contender floor = new LettuceFloor(server.uri())) {
                    new Scenario("64 threads, own locks", 64, 1.8).run(mortise, floor, ROUNDS, LENGTH);
                }
            }
        }
    }

    private static void commands(RedisServer server) {
        int pairs = 10_000;
        try (Contender mortise = new MortiseContender(server.uri())) {
            Runnable pair = mortise.pair(0);
            pair.run();
            server.command("CONFIG", "RESETSTAT");
            for (int i = 0; i < pairs; i++) {
                pair.run();
            }
            Map<String, Long> calls = new TreeMap<>(server.commandCalls());
            calls.keySet().removeIf(command -> command.startsWith("config") || command.equals("info"));
            double total = calls.values().stream().mapToLong(Long::longValue).sum() / (double) pairs;
            System.out.printf(Locale.ROOT, "%nRedis commands of an uncontended pair: %.2f (bar: at most 10)%n", total);
            calls.forEach((command, count) ->
                    System.out.printf(Locale.ROOT, "  %-10s %.2f%n", command, count / (double) pairs));
        }
    }
}
