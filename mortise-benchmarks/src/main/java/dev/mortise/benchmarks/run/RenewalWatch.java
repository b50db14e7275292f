package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.worker.Holds;
import dev.mortise.tck.server.RedisServer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/**
 * Sees every renewal at the server: Redis publishes when the TTL of a key is set, and this counts the time between two
 * such events of a key.
 */
final class RenewalWatch implements AutoCloseable {

    private static final String CHANNEL = "__keyevent@0__:expire";
    private static final Pattern LOCK = Pattern.compile(".*" + Holds.NAME + "\\d+}?");

    private final RedisServer server;
    private final Jedis connection;
    private final CountDownLatch subscribed = new CountDownLatch(1);
    private final Thread thread;
    private final JedisPubSub events = new JedisPubSub() {
        @Override
        public void onSubscribe(String channel, int subscriptions) {
            subscribed.countDown();
        }

        @Override
        public void onMessage(String channel, String key) {
            long now = System.nanoTime();
            if (LOCK.matcher(key).matches()) {
                seen(key, now);
            }
        }
    };

    // Written by the thread, read when it has ended.
    private final Map<String, Long> last = new HashMap<>();
    private final Map<String, Long> longest = new HashMap<>();
    private long shortest = Long.MAX_VALUE;

    private RenewalWatch(RedisServer server) {
        this.server = server;
        this.connection = new Jedis(
                new HostAndPort("127.0.0.1", server.port()),
                DefaultJedisClientConfig.builder()
                        .autoNegotiateProtocol(false)
                        .socketTimeoutMillis(0)
                        .build());
        this.thread = new Thread(() -> connection.subscribe(events, CHANNEL), "renewal-watch");
    }

    static RenewalWatch begin(RedisServer server) throws InterruptedException {
        server.command("CONFIG", "SET", "client-output-buffer-limit", "pubsub 0 0 0"); // some renew faster than we read
        server.command("CONFIG", "SET", "notify-keyspace-events", "Eg");
        RenewalWatch watch = new RenewalWatch(server);
        watch.thread.setDaemon(true);
        watch.thread.start();
        if (!watch.subscribed.await(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("cannot subscribe to " + CHANNEL);
        }
        return watch;
    }

    /** Ends it: nothing of it burdens the server afterwards. */
    @Override
    public void close() {
        server.command("CONFIG", "SET", "notify-keyspace-events", "");
        if (events.isSubscribed()) {
            events.unsubscribe();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
    }

    /** How many locks were renewed at least once. */
    int renewed() {
        return longest.size();
    }

    /** The shortest time between two events of a lock, in milliseconds. */
    double shortestMillis() {
        return longest.isEmpty() ? Double.NaN : shortest / 1e6;
    }

    /** The longest time between two events of each lock: that percentile of them, in milliseconds. */
    double longestMillis(double percentile) {
        long[] sorted =
                longest.values().stream().mapToLong(Long::longValue).sorted().toArray();
        int rank = (int) Math.ceil(sorted.length * percentile / 100) - 1;
        return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, rank)] / 1e6;
    }

    private void seen(String key, long now) {
        Long before = last.put(key, now);
        if (before != null) {
            longest.merge(key, now - before, Math::max);
            shortest = Math.min(shortest, now - before);
        }
    }
}
