package dev.mortise.tck;

import dev.mortise.spi.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A time that leaves out the stalls of the machine, so that no lease ends while the threads of a test do not run. It looks at the
 * system's time every few milliseconds. A longer pause between two looks is a stall, of which hardly anything counts.
 */
final class SteadyTime implements Time {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A pause that is longer than this is a stall. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** One part in so many of a stall counts, so that time never stands still. */
    private static final long STALL_PARTS = 1_024;

    private final Time system;
    private volatile Look last;

    /** Looks at that time from now on. */
    SteadyTime(Time system) {
        this.system = system;
        this.last = new Look(system.nanos(), system.nanos());
        lookAgain();
    }

    @Override
    public long nanos() {
        return last.steady(system.nanos());
    }

    @Override
    public long wallMillis() {
        return system.wallMillis() - TimeUnit.NANOSECONDS.toMillis(system.nanos() - nanos());
    }

    /** Returns early after a stall, as it may. */
    @Override
    public void parkUntil(Object blocker, long nanos) {
        system.parkUntil(blocker, systemNanos(nanos));
    }

    @Override
    public Timer schedule(long nanos, Runnable task) {
        Task scheduled = new Task(nanos, task);
        scheduled.arm();
        return scheduled;
    }

    /** When that time comes, if the machine does not stall until then. */
    private long systemNanos(long nanos) {
        return system.nanos() + (nanos - nanos());
    }

    private void look() {
        long now = system.nanos();
        last = new Look(now, last.steady(now));
        lookAgain();
    }

    private void lookAgain() {
        Timer unused = system.schedule(last.systemNanos + LOOK_NANOS, this::look);
    }

    /** The system's time at a look, and the steady time at it. */
    private record Look(long systemNanos, long steadyNanos) {
        long steady(long now) {
            long passed = now - systemNanos;
            long stall = Math.max(0, passed - PAUSE_NANOS);
            return steadyNanos + passed - stall + stall / STALL_PARTS;
        }
    }

    /** A task that waits for its time, again if the machine has stalled meanwhile. */
    private final class Task implements Runnable, Timer {
        private final long at;
        private final Runnable task;
        private volatile @Nullable Timer timer;
        private volatile boolean cancelled;

        Task(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        void arm() {
            Timer armed = system.schedule(systemNanos(at), this);
            timer = armed;
            if (cancelled) {
                armed.cancel();
            }
        }

        @Override
        public void run() {
            if (cancelled) {
                return;
            }
            if (at - nanos() > 0) {
                arm();
            } else {
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            Timer armed = timer;
            if (armed != null) {
                armed.cancel();
            }
        }
    }
}
