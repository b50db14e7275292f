package dev.mortise.benchmarks.quorum;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.MortiseException;
import dev.mortise.OwnedHold;
import dev.mortise.jedis.JedisStore;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** A process of {@link Ledger}: prints how many plain writes it did, how many fenced ones, and how many were refused. */
final class LedgerWriter {

    static final String LOCK = "ledger";

    /** Refuses whoever comes with a lower token than somebody before; else the value. */
    private static final String FENCED_READ = """
            if tonumber(ARGV[1]) < tonumber(redis.call('HGET', KEYS[1], 'token') or '0') then return -1 end
            redis.call('HSET', KEYS[1], 'token', ARGV[1])
            return tonumber(redis.call('HGET', KEYS[1], 'value') or '0')""";

    private static final String FENCED_WRITE = """
            if tonumber(ARGV[1]) < tonumber(redis.call('HGET', KEYS[1], 'token') or '0') then return 0 end
            redis.call('HSET', KEYS[1], 'token', ARGV[1], 'value', ARGV[2])
            return 1""";

    private static long plain;
    private static long fenced;
    private static long refused;

    private LedgerWriter() {}

    public static void main(String[] args) {
        int writes = Integer.parseInt(args[1]);
        try (UnifiedJedis resource = RedisClient.create(args[0]);
                Mortise node = Mortise.builder()
                        .store(JedisStore.quorum(args[2].split(",", -1)))
                        .label(args[3])
                        .watchdogLease(Duration.ofSeconds(2))
                        .build()) {
            DistributedLock lock = node.lock(LOCK);
            while (plain < writes) {
                try (OwnedHold hold = lock.acquire()) {
                    write(resource, Long.toString(hold.token()));
                } catch (MortiseException | IllegalMonitorStateException e) {
                    // lost while it was stopped: what it wrote counts all the same
                }
            }
        }
        System.out.println(plain + " " + fenced + " " + refused);
    }

    private static void write(UnifiedJedis resource, String token) {
        String before = resource.get("plain");
        long value = (Long) resource.eval(FENCED_READ, List.of("fenced"), List.of(token));
        resource.set("plain", Long.toString((before == null ? 0 : Long.parseLong(before)) + 1));
        plain++;
        if (value >= 0
                && (Long) resource.eval(FENCED_WRITE, List.of("fenced"), List.of(token, Long.toString(value + 1)))
                        == 1) {
            fenced++;
        } else {
            refused++;
        }
    }
}
