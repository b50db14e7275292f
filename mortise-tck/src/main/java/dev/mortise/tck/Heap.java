package dev.mortise.tck;

import java.lang.ref.WeakReference;
import java.time.Duration;

/** How much of the heap is in use once the collector has been. */
public final class Heap {

    private static final int ROUNDS = 4;

    private Heap() {}

    /** Bytes in use after full collections: the least of a few. */
    public static long live() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            collect();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** Returns when the collector has been: it has taken something that was made before. */
    private static void collect() {
        WeakReference<Object> made = new WeakReference<>(new Object());
        Eventually.within(Duration.ofSeconds(30), "the collector has been", () -> {
            System.gc();
            return made.get() == null;
        });
    }
}
