package dev.mortise.benchmarks.worker;

import dev.mortise.benchmarks.worker.SharedPage.Note;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One of two processes that pass a lock to and fro: how long it takes from just before {@code unlock()} in one until
 * {@code lock()} has returned in the other, which has been waiting. Both read the machine's one monotonic clock.
 */
final class HandOver implements Tasks.Task {

    /** How long the other has been in {@code lock()} before it is released: by then it waits in earnest. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Lock lock;
    private final SharedPage page;
    private final int me;
    private final long millis;
    private final Note iWait;
    private final Note otherWaits;

    HandOver(Lock lock, SharedPage page, int me, long millis) {
        this.lock = lock;
        this.page = page;
        this.me = me;
        this.millis = millis;
        this.iWait = me == 1 ? Note.WAITING_1 : Note.WAITING_2;
        this.otherWaits = me == 1 ? Note.WAITING_2 : Note.WAITING_1;
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // the time is taken between them
    public Message run() {
        Histogram times = Waits.none();
        long cpu = Cpu.nanos();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long all = 0;
        long overlaps = 0;
        while (await(() -> page.read(Note.TAKEN_BY) != me, end)) {
            page.write(iWait, 1);
            lock.lock();
            long got = System.nanoTime();
            try {
                page.write(iWait, 0);
                page.write(Note.TAKEN_BY, me);
                long from = page.read(Note.HANDED_BY);
                if (from != 0 && from != me) {
                    times.recordValue(got - page.read(Note.RELEASED_AT));
                }
                overlaps += page.visit(0, me, () -> settle(end)) ? 0 : 1;
                all++;
                page.write(Note.HANDED_BY, page.read(otherWaits) == 1 ? me : 0);
                page.write(Note.RELEASED_AT, System.nanoTime());
            } finally {
                lock.unlock();
            }
        }
        return new Message("handover")
                .with("cpu", Cpu.nanos() - cpu)
                .with("inTime", times.getTotalCount())
                .with("all", new long[] {all})
                .with("overlaps", overlaps)
                .with("waits", Waits.encode(times));
    }

    private void settle(long end) {
        if (await(() -> page.read(otherWaits) == 1, end)) {
            long until = System.nanoTime() + SETTLE_NANOS;
            while (System.nanoTime() - until < 0) {
                LockSupport.parkNanos(SETTLE_NANOS);
            }
        }
    }

    /** Whether it came true before the end. */
    private static boolean await(BooleanSupplier condition, long end) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return System.nanoTime() - end < 0;
    }
}
