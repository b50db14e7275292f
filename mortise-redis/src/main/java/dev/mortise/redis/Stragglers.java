package dev.mortise.redis;

import dev.mortise.spi.Time;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tallies that were decided before all members had answered. What is still to come is read by whoever drives the
 * connection next; only if nobody does, after a while, an I/O thread is woken for it.
 */
final class Stragglers {

    private static final long LATER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Time time;
    private final Queue<Tally<?, ?>> tallies = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean armed = new AtomicBoolean();

    Stragglers(Time time) {
        this.time = time;
    }

    void add(Tally<?, ?> tally) {
        tallies.add(tally);
        arm();
    }

    /** Reads all of them now, on I/O threads. */
    void handOver() {
        armed.set(false);
        for (Tally<?, ?> tally = tallies.poll(); tally != null; tally = tallies.poll()) {
            tally.handOver();
        }
    }

    private void arm() {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            time.schedule(time.nanos() + LATER_NANOS, this::handOver);
        }
    }
}
