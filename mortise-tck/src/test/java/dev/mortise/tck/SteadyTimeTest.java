package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {

    private static final Duration MOMENT = Duration.ofMillis(100);
    private static final Duration STALL = Duration.ofSeconds(10);

    private final Machine machine = new Machine();
    private final SteadyTime time = new SteadyTime(machine);

    @Test
    void itRunsAsTheSystemDoes() {
        long before = time.nanos();
        long wall = time.wallMillis();
        machine.run(STALL);
        assertThat(time.nanos() - before).isEqualTo(STALL.toNanos());
        assertThat(time.wallMillis() - wall).isEqualTo(STALL.toMillis());
    }

    @Test
    void aStallHardlyCounts() {
        machine.run(MOMENT);
        long before = time.nanos();
        long wall = time.wallMillis();
        machine.stall(STALL);
        long stalled = time.nanos();
        assertThat(stalled - before).isBetween(1L, MOMENT.toNanos());
        assertThat(time.wallMillis() - wall).isBetween(0L, MOMENT.toMillis());
        machine.run(MOMENT);
        assertThat(time.nanos() - stalled).isBetween(MOMENT.toNanos(), 2 * MOMENT.toNanos());
    }

    @Test
    void aTaskRunsAtItsTimeAlsoAfterAStall() {
        long[] ran = new long[1];
        long due = time.nanos() + 2 * MOMENT.toNanos();
        Time.Timer unused = time.schedule(due, () -> ran[0] = time.nanos());
        machine.stall(STALL);
        machine.run(Duration.ZERO);
        assertThat(ran[0]).isZero();
        machine.run(MOMENT.multipliedBy(2));
        assertThat(ran[0]).isBetween(due, due + MOMENT.toNanos());
    }

    @Test
    void aCancelledTaskDoesNotRun() {
        boolean[] ran = new boolean[1];
        Time.Timer timer = time.schedule(time.nanos() + MOMENT.toNanos(), () -> ran[0] = true);
        machine.stall(STALL);
        machine.run(Duration.ZERO);
        timer.cancel();
        machine.run(STALL);
        assertThat(ran[0]).isFalse();
    }

    /** A system whose timers run only while the machine does. */
    private static final class Machine implements Time {
        private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::at));
        private long nanos;

        void stall(Duration length) {
            nanos += length.toNanos();
        }

        void run(Duration length) {
            long end = nanos + length.toNanos();
            while (!tasks.isEmpty() && tasks.peek().at() <= end) {
                Task next = tasks.remove();
                nanos = Math.max(nanos, next.at());
                next.run().run();
            }
            nanos = end;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return nanos / 1_000_000;
        }

        @Override
        public void parkUntil(Object blocker, long until) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer schedule(long at, Runnable run) {
            Task task = new Task(at, run);
            tasks.add(task);
            return () -> tasks.remove(task);
        }

        private record Task(long at, Runnable run) {}
    }
}
