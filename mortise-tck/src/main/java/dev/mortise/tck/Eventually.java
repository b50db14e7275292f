package dev.mortise.tck;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waits for a condition, instead of sleeping in the hope of it. Interrupts are neither needed nor lost. */
public final class Eventually {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Eventually() {}

    /** Waits until the condition holds; fails after twenty seconds, which only a hang takes. */
    public static void eventually(String what, BooleanSupplier condition) {
        within(PATIENCE, what, condition);
    }

    /** Waits until the condition holds; fails after the limit. */
    public static void within(Duration limit, String what, BooleanSupplier condition) {
        if (!becomes(limit, condition)) {
            fail("not within %s: %s", limit, what);
        }
    }

    /** Looks for so long whether the condition ever holds; fails if it does. */
    public static void never(Duration length, String what, BooleanSupplier condition) {
        if (becomes(length, condition)) {
            fail("happened within %s: %s", length, what);
        }
    }

    /** Waits until the condition holds: whether it did within the limit. */
    static boolean becomes(Duration limit, BooleanSupplier condition) {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - start > limit.toNanos()) {
                    return false;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                interrupted |= Thread.interrupted();
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
