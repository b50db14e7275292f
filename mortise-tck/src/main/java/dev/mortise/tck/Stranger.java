package dev.mortise.tck;

import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A program in another language with a lock on one key, as redis-py, redsync and node-redlock have it. */
final class Stranger {

    /** What all of them release with. */
    private static final String COMPARE_AND_DELETE = """
            if redis.call('GET', KEYS[1]) == ARGV[1] then
              return redis.call('DEL', KEYS[1])
            end
            return 0""";

    /** As node-redlock takes it: a script that looks before it sets. */
    private static final String LOOK_AND_SET = """
            if redis.call('EXISTS', KEYS[1]) == 1 then
              return 0
            end
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            return 1""";

    private final RedisServer server;
    private final String key;
    private final String value;

    Stranger(RedisServer server, String key, String value) {
        this.server = server;
        this.key = key;
        this.value = value;
    }

    /** As redis-py and redsync take it. */
    boolean acquire(Duration lease) {
        return server.command("SET", key, value, "NX", "PX", millis(lease)) != null;
    }

    /** As redis-py takes it by default. */
    boolean acquireForEver() {
        return server.command("SET", key, value, "NX") != null;
    }

    boolean acquireByScript(Duration lease) {
        return isOne(server.command("EVAL", LOOK_AND_SET, "1", key, value, millis(lease)));
    }

    boolean release() {
        return isOne(server.command("EVAL", COMPARE_AND_DELETE, "1", key, value));
    }

    boolean holds() {
        return value.equals(server.command("GET", key));
    }

    private static String millis(Duration lease) {
        return Long.toString(lease.toMillis());
    }

    private static boolean isOne(@Nullable Object reply) {
        return Long.valueOf(1).equals(reply);
    }
}
