package dev.mortise.benchmarks;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** One contender, so many threads, so long: how many pairs a second. */
final class Round {

    private Round() {}

    static double pairsPerSecond(Contender contender, int threads, Duration length) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        LongAdder pairs = new LongAdder();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Runnable pair = contender.pair(i);
            all[i] = new Thread(() -> {
                try {
                    ready.countDown();
                    go.await();
                    long mine = 0;
                    while (!over.get()) {
                        pair.run();
                        mine++;
                    }
                    pairs.add(mine);
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            all[i].start();
        }
        ready.await();
        long begin = System.nanoTime();
        go.countDown();
        Thread.sleep(length.toMillis());
        over.set(true);
        for (Thread thread : all) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (failure.get() != null) {
            throw new IllegalStateException(contender.name() + " failed", failure.get());
        }
        return pairs.sum() / seconds;
    }
}
