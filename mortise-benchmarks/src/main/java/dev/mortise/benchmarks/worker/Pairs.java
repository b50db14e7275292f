package dev.mortise.benchmarks.worker;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Threads that lock, visit the section and unlock, over and over, for so long. */
final class Pairs implements Tasks.Task {

    private final List<PairThread> threads;
    private final long millis;
    private final CountDownLatch go;

    Pairs(List<PairThread> threads, CountDownLatch go, long millis) {
        this.threads = threads;
        this.go = go;
        this.millis = millis;
        threads.forEach(PairThread::start);
    }

    @Override
    public Message run() throws InterruptedException {
        long cpu = Cpu.nanos();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        threads.forEach(thread -> thread.end = end);
        go.countDown();
        Histogram waits = Waits.none();
        for (PairThread thread : threads) {
            thread.join();
            if (thread.failure != null) {
                throw new IllegalStateException("a thread failed", thread.failure);
            }
            waits.add(thread.waits);
        }
        return new Message("pairs")
                .with("cpu", Cpu.nanos() - cpu)
                .with(
                        "inTime",
                        threads.stream().mapToLong(thread -> thread.inTime).sum())
                .with("all", threads.stream().mapToLong(thread -> thread.all).toArray())
                .with(
                        "overlaps",
                        threads.stream().mapToLong(thread -> thread.overlaps).sum())
                .with("waits", Waits.encode(waits));
    }
}
