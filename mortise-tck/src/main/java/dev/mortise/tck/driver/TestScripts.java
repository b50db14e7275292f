package dev.mortise.tck.driver;

import dev.mortise.redis.Request;
import dev.mortise.redis.Script;
import java.nio.charset.StandardCharsets;

/** Scripts for the tests of drivers. */
public final class TestScripts {

    private static final Script KINDS = Script.of("kinds", "return {KEYS[1], ARGV[1], 7, {8, {}}, false}");
    private static final Script STORE =
            Script.of("store", "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[2])");

    private TestScripts() {}

    /** Answers with a list: the key, the argument, 7, {8, {}}, null. */
    public static Request kinds(byte[] key, byte[] argument) {
        return new Request(KINDS, new byte[][] {key}, new byte[][] {argument}, 0);
    }

    /** Sets {@code key} to {@code value}, counts up {@code key:n} and answers with it. */
    public static Request store(String key, String value, int affinity) {
        return new Request(STORE, new byte[][] {bytes(key), bytes(key + ":n")}, new byte[][] {bytes(value)}, affinity);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
