package dev.mortise.benchmarks.worker;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** What a guarded section does: reads a counter in Redis and writes it back one higher, on a connection of the thread. */
public final class Trips {

    /** The counter. */
    public static final String KEY = "bench:counter";

    private final URI uri;
    private final Map<Integer, Jedis> connections = new HashMap<>();

    Trips(String uri) {
        this.uri = URI.create(uri);
    }

    Runnable of(int thread) {
        Jedis jedis = connections.computeIfAbsent(thread, key -> new Jedis(uri));
        return () -> jedis.set(KEY, Long.toString(Long.parseLong(jedis.get(KEY)) + 1));
    }
}
