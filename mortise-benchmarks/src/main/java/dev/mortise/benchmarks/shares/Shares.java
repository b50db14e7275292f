package dev.mortise.benchmarks.shares;

import dev.mortise.Mortise;
import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;
import dev.mortise.benchmarks.run.Spread;
import dev.mortise.jedis.JedisStore;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.Lock;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import redis.clients.jedis.RedisClient;

/** {@code ./dev shares}: how threads of Mortise, in Redisson's naming, and of Redisson share the turns of one lock. */
public final class Shares {

    private static final String LOCK = "shared";
    private static final String COUNTER = "counter";
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    private final int threads;
    private final Duration length;
    private final int rounds;

    private Shares(int threads, Duration length, int rounds) {
        this.threads = threads;
        this.length = length;
        this.rounds = rounds;
    }

    public static void main(String[] args) {
        new Program("shares", Shares.class).runAndExit(args, Shares::run);
    }

    private static boolean run(Arguments arguments) throws InterruptedException {
        int threads = arguments.option("--threads", 4);
        int seconds = arguments.option("--seconds", 5);
        int rounds = arguments.option("--rounds", 5);
        arguments.end();
        new Shares(threads, Duration.ofSeconds(seconds), rounds).run();
        return true;
    }

    private void run() throws InterruptedException {
        try (RedisServer server = RedisServer.start();
                RedisClient counter = RedisClient.create(server.uri());
                Mortise mortise = Mortise.builder()
                        .store(JedisStore.at(server.uri()).redissonNaming())
                        .build()) {
            RedissonClient redisson = redisson(server.uri());
            try {
                System.out.printf(
                        Locale.ROOT,
                        "Redis %s: %d threads of Mortise and %d of Redisson want one lock; %d rounds of %d s, medians [least-most]%n",
                        server.version(),
                        threads,
                        threads,
                        rounds,
                        length.toSeconds());
                compare(mortise.lock(LOCK), redisson.getLock(LOCK), counter);
            } finally {
                redisson.shutdown();
            }
        }
    }

    private static RedissonClient redisson(String uri) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri);
        return Redisson.create(config);
    }

    private void compare(Lock mortise, Lock redisson, RedisClient counter) throws InterruptedException {
        Contest empty = new Contest(threads, () -> {});
        Contest counting = new Contest(threads, () -> counter.incr(COUNTER));
        empty.run(mortise, redisson, WARM_UP);
        counting.run(mortise, redisson, WARM_UP);
        List<Contest.Result> empties = new ArrayList<>();
        List<Contest.Result> countings = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            empties.add(empty.run(mortise, redisson, length));
            counter.del(COUNTER);
            Contest.Result result = counting.run(mortise, redisson, length);
            countings.add(result);
            checkCounter(counter, result);
        }
        System.out.printf(
                Locale.ROOT, "%n%-10s %-9s %26s %18s %18s%n", "inside", "", "turns/s", "share, %", "longest wait, ms");
        print("nothing", empties);
        print("one INCR", countings);
    }

    private static void checkCounter(RedisClient counter, Contest.Result result) {
        String value = counter.get(COUNTER);
        if (!String.valueOf(result.turns()).equals(value)) {
            throw new AssertionError("the counter in Redis is " + value + " after " + result.turns() + " turns");
        }
    }

    private void print(String inside, List<Contest.Result> results) {
        print(inside, "Mortise", results, Contest.Result::first);
        print(inside, "Redisson", results, Contest.Result::second);
    }

    private void print(String inside, String side, List<Contest.Result> results, Choice choice) {
        double seconds = length.toNanos() / 1e9;
        Spread rate = Spread.of(results, result -> choice.of(result).turns() / seconds);
        Spread share = Spread.of(results, result -> 100.0 * choice.of(result).turns() / Math.max(1, result.turns()));
        Spread wait =
                Spread.of(results, result -> choice.of(result).longestWait().toNanos() / 1e6);
        System.out.printf(
                Locale.ROOT, "%-10s %-9s %26s %18s %18s%n", inside, side, text(rate), text(share), text(wait));
    }

    private static String text(Spread spread) {
        return String.format(Locale.ROOT, "%,.0f [%,.0f-%,.0f]", spread.median(), spread.least(), spread.most());
    }

    /** One of the two clients. */
    private interface Choice {
        Contest.Share of(Contest.Result result);
    }
}
