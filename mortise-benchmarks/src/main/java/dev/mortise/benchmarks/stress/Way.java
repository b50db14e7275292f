package dev.mortise.benchmarks.stress;

import java.util.Random;

/** How a visitor takes a lock, with how often it does. */
enum Way {
    LOCK(300),
    TRY(200),
    INTERRUPTIBLE(100),
    REENTRANT(50),
    /** With a lease of its own, which the next of the node does not take over. */
    LEASE(40),
    OBJECT(100),
    TRY_OBJECT(60),
    ASYNC(50),
    ASYNC_OBJECT(60),
    ASYNC_TRY(40),
    /** An async call that is cancelled soon. */
    CANCELLED(80),
    /** On a node that is closed while calls wait there. */
    CLOSING(1);

    private static final Way[] ALL = values();
    private static final int SUM = sum();

    private final int weight;

    Way(int weight) {
        this.weight = weight;
    }

    static Way any(Random random) {
        int left = random.nextInt(SUM);
        for (Way way : ALL) {
            left -= way.weight;
            if (left < 0) {
                return way;
            }
        }
        throw new AssertionError("beyond the last way");
    }

    private static int sum() {
        int sum = 0;
        for (Way way : ALL) {
            sum += way.weight;
        }
        return sum;
    }
}
