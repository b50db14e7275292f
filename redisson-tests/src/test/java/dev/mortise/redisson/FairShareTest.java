package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads of both that want one lock all the time: none at the same time, and neither side starves. */
@Tag("servers")
class FairShareTest extends TwoClients {

    private static final int THREADS = 4;
    private static final Duration LENGTH = Duration.ofSeconds(5);
    private static final double LEAST_SHARE = 0.15;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();
    private long unguarded;

    @Test
    void neitherSideStarves() throws Exception {
        long end = System.nanoTime() + LENGTH.toNanos();
        List<Future<Long>> mortises = new ArrayList<>();
        List<Future<Long>> redissons = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            mortises.add(begin(() -> turns(mortise.lock(name), end)));
            redissons.add(begin(() -> turns(redisson.lock(name), end)));
        }
        long ours = sum(mortises);
        long theirs = sum(redissons);
        String report = "Mortise " + ours + " turns, Redisson " + theirs;
        System.out.println(report);
        assertThat(together).as("at the same time").hasValue(0);
        assertThat(unguarded).isEqualTo(ours + theirs);
        double share = (double) ours / (ours + theirs);
        assertThat(share).as(report).isBetween(LEAST_SHARE, 1 - LEAST_SHARE);
    }

    private long turns(Lock lock, long end) {
        long turns = 0;
        while (System.nanoTime() - end < 0) {
            lock.lock();
            try {
                if (inside.incrementAndGet() != 1) {
                    together.incrementAndGet();
                }
                unguarded++;
                turns++;
                inside.decrementAndGet();
            } finally {
                lock.unlock();
            }
        }
        return turns;
    }

    private static long sum(List<Future<Long>> futures) throws Exception {
        long sum = 0;
        for (Future<Long> future : futures) {
            sum += join(future);
        }
        return sum;
    }
}
