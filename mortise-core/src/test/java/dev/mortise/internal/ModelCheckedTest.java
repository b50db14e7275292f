package dev.mortise.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mortise.spi.Time;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Small parts that several threads use without a lock, under every order of their steps that a model checker finds
 * within its budget. {@code -Dmortise.interleavings=20000} looks longer.
 */
@Timeout(300)
class ModelCheckedTest {

    private static final int INTERLEAVINGS = Integer.getInteger("mortise.interleavings", 200);

    @Test
    void noSignalIsLost() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
            Counting steps = new Counting();
            int[] taken = new int[1];
            both(() -> steps.note(Steps.LOOK), () -> {
                steps.note(Steps.PROMOTED);
                taken[0] = steps.takeSignals();
            });
            assertEquals(Steps.LOOK | Steps.PROMOTED, taken[0] | steps.takeSignals());
        });
    }

    @Test
    void ofTwoThatSignalOneTakesTheStepsForwardAndHearsBoth() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> {
            Counting steps = new Counting();
            AsyncRun.start(steps, new Still(), done -> {}, thrown -> {});
            both(() -> steps.signal(Steps.LOOK), () -> steps.signal(Steps.PROMOTED));
            assertEquals(Steps.LOOK | Steps.PROMOTED, steps.heard);
        });
    }

    private static void both(Runnable mine, Runnable others) {
        Thread other = new Thread(others);
        other.start();
        mine.run();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Remembers what it was told. */
    private static final class Counting extends SleepingSteps {
        int heard;

        Counting() {
            super(Acquisition.NEVER);
        }

        @Override
        Todo woken() {
            heard |= takeSignals(); // by one thread at a time
            return super.woken();
        }
    }

    /** Stands still. */
    private static final class Still implements Time {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public void parkUntil(Object blocker, long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer schedule(long nanos, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }
}
