package dev.mortise.examples.flashsale;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Buys one item after the other until the stock reads 0. The same class with and without the lock. */
final class Buyer implements Runnable {

    private static final long SHORTEST_PAYMENT = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAYMENT = TimeUnit.MILLISECONDS.toNanos(3);

    private final String process;
    private final Shop shop;
    private final Guard guard;
    private final SplittableRandom random;

    Buyer(String process, Shop shop, Guard guard, SplittableRandom random) {
        this.process = process;
        this.shop = shop;
        this.guard = guard;
        this.random = random;
    }

    @Override
    public void run() {
        boolean more = true;
        while (more) {
            more = guard.around(this::buy);
        }
    }

    private boolean buy() {
        int left = shop.stock();
        if (left == 0) {
            return false;
        }
        pay();
        shop.stock(left - 1);
        shop.order(new Order(process, left));
        return true;
    }

    private void pay() {
        long end = System.nanoTime() + random.nextLong(SHORTEST_PAYMENT, LONGEST_PAYMENT);
        for (long rest = end - System.nanoTime(); rest > 0; rest = end - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
