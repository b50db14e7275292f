package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.Hold;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a lock guards in these tests: two numbers, here and in Redis, that are read and then written with nothing to guard
 * them, so that two owners at once lose an update. Also watches that tokens grow from owner to owner.
 */
final class Tally {

    private final RedisServer server;
    private final String key;
    private final AtomicInteger entered = new AtomicInteger();
    private volatile int here;
    private volatile @Nullable Hold inside;
    private volatile boolean overtaken;
    private volatile long lastToken;
    private volatile long left;
    private volatile long longestGap;

    Tally(RedisServer server, String name) {
        this.server = server;
        this.key = "tally:" + name;
        server.command("SET", key, "0", "PX", "120000");
    }

    /** Adds one, under a hold that was just obtained. */
    void add(Hold hold) {
        long gap = System.nanoTime() - left;
        Hold other = inside;
        excluded(other == null, other, hold);
        inside = hold;
        if (entered.get() > 0 && gap > longestGap) {
            longestGap = gap;
        }
        long last = lastToken;
        if (hold.token() <= last) {
            SafetyViolation.check(
                    !hold.isValid(), "The token fell from " + last + " to " + hold.token() + " for " + hold);
            overtaken = true;
        }
        lastToken = hold.token();
        int before = here;
        long inRedis = Long.parseLong((String) Objects.requireNonNull(server.command("GET", key)));
        server.command("SET", key, Long.toString(inRedis + 1), "KEEPTTL");
        here = before + 1;
        entered.incrementAndGet();
        Hold intruder = inside;
        excluded(intruder == hold, hold, intruder);
        inside = null;
        left = System.nanoTime();
    }

    /** Two owners at once are none if the machine stalled for the lease of the first: then its hold has long said that it is over. */
    private void excluded(boolean alone, @Nullable Hold first, @Nullable Hold second) {
        if (!alone) {
            SafetyViolation.check(
                    first == null || !first.isValid(), "Two owners at once: " + first + " and " + second + ".");
            overtaken = true;
        }
    }

    int entered() {
        return entered.get();
    }

    /** The longest time that nobody was inside, between two that were. */
    Duration longestGap() {
        return Duration.ofNanos(longestGap);
    }

    /** Fails when an update was lost; removes what is in Redis. */
    void assertExact() {
        assertThat(entered.get()).as("times inside").isPositive();
        assertThat(overtaken)
                .as("a hold ended while its owner was inside, which then knew it: this machine stalled")
                .isFalse();
        int counted = entered.get();
        SafetyViolation.check(here == counted, "Lost updates here: " + here + " of " + counted);
        Object inRedis = server.command("GET", key);
        SafetyViolation.check(
                Integer.toString(counted).equals(inRedis), "Lost updates in Redis: " + inRedis + " of " + counted);
        server.command("DEL", key);
    }
}
