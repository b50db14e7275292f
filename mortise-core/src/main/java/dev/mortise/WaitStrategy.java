package dev.mortise;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a waiter learns that a lock is free: woken by a message, which is the default, or by polling, for servers without
 * pub/sub and for the old spin lock. Immutable.
 */
public final class WaitStrategy {

    private static final WaitStrategy MESSAGES = new WaitStrategy(false, Duration.ZERO, 1, Duration.ZERO, 0, 0);

    private final boolean polls;
    private final Duration interval;
    private final double factor;
    private final Duration longest;
    private final double jitter;
    private final int maxTries;

    private WaitStrategy(
            boolean polls, Duration interval, double factor, Duration longest, double jitter, int maxTries) {
        this.polls = polls;
        this.interval = interval;
        this.factor = factor;
        this.longest = longest;
        this.jitter = jitter;
        this.maxTries = maxTries;
    }

    /** Waiters stand in the lock's queue, sleep, and are woken by a message in their turn. */
    public static WaitStrategy messages() {
        return MESSAGES;
    }

    /**
     * Waiters ask every so often and stand in no queue: whoever asks first after a release has it. A lock used with
     * polling and with messages at the same time excludes as it should, in no particular order.
     */
    public static WaitStrategy polling(Duration interval) {
        check("interval", interval);
        return new WaitStrategy(true, interval, 1, interval, 0, 0);
    }

    /** Polls less and less often: each pause is the last one times the factor, up to the longest. */
    public WaitStrategy backOff(double factor, Duration longest) {
        requirePolling();
        check("longest", longest);
        if (!(factor >= 1 && factor <= 100)) {
            throw new IllegalArgumentException("factor is " + factor + ", must be from 1 to 100");
        }
        if (longest.compareTo(interval) < 0) {
            throw new IllegalArgumentException("longest is " + longest + ", must be at least the interval " + interval);
        }
        return new WaitStrategy(true, interval, factor, longest, jitter, maxTries);
    }

    /** Shortens or lengthens each pause at random by up to that share of it, so that pollers do not march in step. */
    public WaitStrategy jitter(double share) {
        requirePolling();
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("jitter is " + share + ", must be at least 0 and below 1");
        }
        return new WaitStrategy(true, interval, factor, longest, share, maxTries);
    }

    /**
     * Gives up after so many tries: {@code tryLock} then returns false, {@code lock} throws
     * {@link TriesExhaustedException}.
     */
    public WaitStrategy maxTries(int tries) {
        requirePolling();
        if (tries < 1) {
            throw new IllegalArgumentException("maxTries is " + tries + ", must be at least 1");
        }
        return new WaitStrategy(true, interval, factor, longest, jitter, tries);
    }

    /** Whether waiters poll instead of being woken. */
    public boolean polls() {
        return polls;
    }

    /** The most tries of one call, or 0 for no limit. */
    public int maxTries() {
        return maxTries;
    }

    /** The pause after so many tries, in nanoseconds. */
    public long pauseNanos(int triesSoFar) {
        double nanos = (double) interval.toNanos() * Math.pow(factor, Math.max(0, triesSoFar - 1));
        double bounded = Math.min(nanos, (double) longest.toNanos());
        double shift = jitter == 0 ? 0 : ThreadLocalRandom.current().nextDouble(-jitter, jitter);
        return (long) (bounded * (1 + shift));
    }

    private void requirePolling() {
        if (!polls) {
            throw new IllegalStateException(
                    "only polling takes back-off, jitter and tries: begin with polling(interval)");
        }
    }

    private static void check(String what, Duration duration) {
        Objects.requireNonNull(duration, what);
        if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(what + " is " + duration + ", must be from 1 ms to 1 hour");
        }
    }
}
