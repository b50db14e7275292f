package dev.mortise.benchmarks.contenders;

import org.jspecify.annotations.Nullable;

/**
 * The least that a lock on a hash with a lease and a message can do: 8 commands a pair, no token, no queue, no watchdog,
 * no answer to anything that goes wrong. The floor that locks are measured against.
 */
final class BareScripts {

    static final String LOCK = "if redis.call('exists', KEYS[1]) == 0 then "
            + "redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0";

    static final String UNLOCK = "if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then "
            + "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0') return 1 end return 0";

    static final String OWNER = "node:1";
    static final String LEASE = "30000";

    private BareScripts() {}

    static String key(String name) {
        return "floor:{" + name + "}";
    }

    static String channel(String name) {
        return key(name) + ":channel";
    }

    static void requireOne(@Nullable Object reply) {
        if (!Long.valueOf(1).equals(reply)) {
            throw new IllegalStateException("a bare script answered " + reply);
        }
    }
}
