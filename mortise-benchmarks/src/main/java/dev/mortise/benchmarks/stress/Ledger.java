package dev.mortise.benchmarks.stress;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * What a lock guards: a number in Redis that is read when a hold begins, and written one higher when it ends. The write
 * also counts for the process that made it, in the same step. So both sums are equal unless an update was lost, whoever was
 * killed at whatever moment. A hold that was lost is refused by its token, in its read as in its write.
 *
 * <p>It also knows how long nobody was inside while somebody waited. Of one thread, over a connection of its own.
 */
final class Ledger implements AutoCloseable {

    /** There for as long as the death of a process may be felt. */
    static final String KILLED = "stress:killed";

    /** There after a process of the stress was not let run for a while: nothing is said about times then. */
    static final String STALLED = "stress:stalled";

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final String PREFIX = "stress:ledger:";

    /** Replies {the number, µs idle, whether that is excused}, or nil for a token that is not higher than the last one. */
    private static final String ENTER = """
            local seen = redis.call('HMGET', KEYS[1], 'token', 'owner', 'left', 'number')
            if seen[1] and tonumber(ARGV[1]) <= tonumber(seen[1]) then
              return false
            end
            local idle = 0
            if seen[3] and seen[3] ~= '' then
              local time = redis.call('TIME')
              idle = math.min(time[1] * 1000000 + time[2] - seen[3], ARGV[3])
            end
            if seen[2] ~= ARGV[2] then
              redis.call('HINCRBY', KEYS[1], 'hand-overs', 1)
            end
            redis.call('HSET', KEYS[1], 'token', ARGV[1], 'owner', ARGV[2], 'left', '')
            return {tonumber(seen[4] or '0'), idle, redis.call('EXISTS', KEYS[2], KEYS[3])}""";

    /** Replies 1, or 0 when somebody else has come in. */
    private static final String COMMIT = """
            if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
              return 0
            end
            local time = redis.call('TIME')
            local now = string.format('%.0f', time[1] * 1000000 + time[2])
            redis.call('HSET', KEYS[1], 'number', ARGV[2], 'left', now)
            redis.call('HINCRBY', KEYS[1], 'by:' .. ARGV[3], 1)
            return 1""";

    private final Jedis redis;
    private final String process;
    private final String owner;

    /**
     * @param process whose write it is
     * @param thread which of its threads
     */
    Ledger(String uri, int process, int thread) {
        this.redis = new Jedis(URI.create(uri), TIMEOUT_MILLIS);
        this.process = Integer.toString(process);
        this.owner = process + "/" + thread;
        redis.ping(); // so that no hold has to wait for the connection
    }

    static String key(Guarded lock) {
        return PREFIX + lock;
    }

    /**
     * A hold that has begun.
     *
     * @param number what it read
     * @param idleMicros how long nobody was inside while it waited
     * @param excused whether a kill or a stall explains that
     */
    record Entry(long number, long idleMicros, boolean excused) {}

    /** Reads; null if a later hold has been here. */
    @Nullable
    Entry enter(Guarded lock, long token, long waitedMicros) {
        Object reply = redis.eval(
                ENTER,
                List.of(key(lock), KILLED, STALLED),
                List.of(Long.toString(token), owner, Long.toString(waitedMicros)));
        if (reply == null) {
            return null;
        }
        List<?> values = (List<?>) reply;
        return new Entry((Long) values.get(0), (Long) values.get(1), !Objects.equals(values.get(2), 0L));
    }

    /** Writes: false if a later hold has been here. */
    boolean commit(Guarded lock, long token, long number) {
        Object reply =
                redis.eval(COMMIT, List.of(key(lock)), List.of(Long.toString(token), Long.toString(number), process));
        return Objects.equals(reply, 1L);
    }

    boolean isStalled() {
        return redis.exists(STALLED);
    }

    void stalled(long millis) {
        redis.set(STALLED, owner, SetParams.setParams().px(millis));
    }

    @Override
    public void close() {
        redis.close();
    }
}
