package dev.mortise.examples.flashsale;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the orders that stand in Redis. */
final class Ledger {

    private final Shop shop;
    private final Map<String, Integer> byProcess = new TreeMap<>();
    private final Map<Integer, Integer> byItem = new HashMap<>();
    private int orders;

    Ledger(Shop shop) {
        this.shop = shop;
    }

    /** Reads the orders that came since the last time. */
    void catchUp() {
        for (Order order : shop.ordersFrom(orders)) {
            byProcess.merge(order.process(), 1, Integer::sum);
            byItem.merge(order.item(), 1, Integer::sum);
            orders++;
        }
    }

    int orders() {
        return orders;
    }

    /** For example {@code p1 102  p2 99  p3 99}. */
    String byProcess() {
        return byProcess.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining("  "));
    }

    SaleResult result(String name, int stock, Duration took) {
        catchUp();
        int mostOften =
                byItem.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return new SaleResult(name, stock, orders, byItem.size(), mostOften, took);
    }
}
