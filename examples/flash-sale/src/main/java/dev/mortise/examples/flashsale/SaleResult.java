package dev.mortise.examples.flashsale;

import java.time.Duration;
import java.util.Locale;

/**
 * How a sale ended, counted from the orders in Redis.
 *
 * @param name which sale
 * @param stock how many items there were
 * @param orders how many were sold
 * @param items how many different ones were sold
 * @param mostOften how often the one was sold that was sold most often
 * @param took from the first purchase to the last
 */
record SaleResult(String name, int stock, int orders, int items, int mostOften, Duration took) {

    int oversold() {
        return orders - stock;
    }

    /** Whether each item was sold, and sold once. */
    boolean isExact() {
        return orders == stock && items == stock;
    }

    double seconds() {
        return took.toNanos() / 1e9;
    }

    String sentence() {
        return isExact()
                ? String.format(Locale.ROOT, "%d orders for %d items: exact, every item sold once.", orders, stock)
                : String.format(
                        Locale.ROOT,
                        "%d orders for %d items: oversold by %d; one item was sold %d times.",
                        orders,
                        stock,
                        oversold(),
                        mostOften);
    }
}
