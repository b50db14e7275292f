package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockEvent;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;

/** The same fault again and again while many threads of several nodes lock, count and unlock. */
@Tag("timing")
public abstract class StormFaults extends FaultGroup {

    private static final Duration STORM = Duration.ofMillis(1500);

    /** A thread that does not run for so long may be too late with a renewal, of which each step can be as late. */
    private static final Duration STALL = Duration.ofMillis(150);

    private static final int MOST_TRIES = 3;

    protected StormFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void ofResets(TestReporter reporter) {
        storm(reporter, 3, 15, () -> proxy().cut());
    }

    @FaultTest
    void ofScriptFlushes(TestReporter reporter) {
        storm(reporter, 1, 4, () -> server().command("SCRIPT", "FLUSH"));
    }

    @FaultTest
    void ofKilledCommandConnections(TestReporter reporter) {
        storm(reporter, 10, 40, () -> server().command("CLIENT", "KILL", "TYPE", "normal"));
    }

    @FaultTest
    void ofKilledMessageConnections(TestReporter reporter) {
        storm(reporter, 10, 40, () -> server().command("CLIENT", "KILL", "TYPE", "pubsub"));
    }

    @FaultTest
    void ofLostScriptsConnectionsAndMessagesTogether(TestReporter reporter) {
        Random which = new Random();
        storm(reporter, 5, 25, () -> {
            switch (which.nextInt(4)) {
                case 0 -> server().command("SCRIPT", "FLUSH");
                case 1 -> server().command("CLIENT", "KILL", "TYPE", "normal");
                case 2 -> server().command("CLIENT", "KILL", "TYPE", "pubsub");
                default -> proxy().cut();
            }
        });
    }

    /**
     * Nobody is thrown at, no update is lost, no hold is lost, and nobody sleeps past the bound of a waiter. A hold that was
     * pushed has a second until it must be renewed. If one is lost while the machine stalls, the storm is repeated.
     */
    private void storm(TestReporter reporter, int shortestMillis, int longestMillis, Runnable blow) {
        for (int tries = 1; ; tries++) {
            Stalls stalls = new Stalls();
            try {
                storm(reporter, tries, shortestMillis, longestMillis, blow);
                return;
            } catch (AssertionError failure) {
                if (failure instanceof SafetyViolation
                        || tries == MOST_TRIES
                        || stalls.longest().compareTo(STALL) < 0) {
                    throw failure;
                }
                reporter.publishEntry(
                        "stalled",
                        stalls.longest().toMillis() + " ms, so the storm is repeated: " + failure.getMessage());
            } finally {
                stalls.close();
            }
        }
    }

    private void storm(TestReporter reporter, int tries, int shortestMillis, int longestMillis, Runnable blow) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Recorder events = new Recorder();
        Tally tally = new Tally(server(), name() + "-" + tries);
        int blows = 0;
        try (Crowd crowd = new Crowd(tally, 3, stormed(events), stormed(events), stormed(events))) {
            crowd.awaitProgress(3);
            Lull lull = new Lull(tally);
            long begin = System.nanoTime();
            while (since(begin).compareTo(STORM) < 0 || blows <= 10) {
                blow.run();
                blows++;
                int millis = shortestMillis + random.nextInt(longestMillis - shortestMillis);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
                lull.ifNobodyGetsIn();
            }
            crowd.awaitProgress(30);
            crowd.finish();
        }
        reporter.publishEntry(
                "storm",
                blows + " blows, " + tally.entered() + " times inside, longest gap "
                        + tally.longestGap().toMillis() + " ms, seed " + seed);
        assertGap(tally);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
    }

    /** Storms may hold up each of them once more. */
    private static void assertGap(Tally tally) {
        Duration gap = tally.longestGap();
        SafetyViolation.check(
                gap.compareTo(SLOW_POLL.plusSeconds(12)) < 0, "Stuck: for " + gap + " nobody got the lock.");
    }

    private DistributedLock stormed(Recorder events) {
        return node(builder -> builder.listener(events)).lock(name());
    }

    /** The longest time for which the machine did not let a thread run that wanted to. */
    private static final class Stalls implements AutoCloseable {

        private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

        private final Thread thread = new Thread(this::watch, "stalls");
        private volatile long longestNanos;
        private volatile boolean over;

        Stalls() {
            thread.setDaemon(true);
            thread.start();
        }

        private void watch() {
            for (long before = System.nanoTime(); !over; ) {
                LockSupport.parkNanos(TICK_NANOS);
                long now = System.nanoTime();
                longestNanos = Math.max(longestNanos, now - before - TICK_NANOS);
                before = now;
            }
        }

        Duration longest() {
            return Duration.ofNanos(longestNanos);
        }

        @Override
        public void close() {
            over = true;
        }
    }

    /** On a machine so busy that no login ends between two blows, a storm without a lull would be an outage. */
    private static final class Lull {

        private static final Duration STANDSTILL = Duration.ofMillis(300);
        private static final Duration LONGEST = Duration.ofSeconds(2);

        private final Tally tally;
        private int entered;
        private long since = System.nanoTime();

        Lull(Tally tally) {
            this.tally = tally;
            this.entered = tally.entered();
        }

        void ifNobodyGetsIn() {
            if (tally.entered() == entered && since(since).compareTo(STANDSTILL) > 0) {
                long begin = System.nanoTime();
                while (tally.entered() == entered && since(begin).compareTo(LONGEST) < 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
                since = System.nanoTime();
            }
            if (tally.entered() != entered) {
                entered = tally.entered();
                since = System.nanoTime();
            }
        }
    }
}
