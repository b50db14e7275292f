package dev.mortise.examples.flashsale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The end of the demo: a table, and whether everything went as promised. */
record Summary(SaleResult unlocked, SaleResult locked, PausedHolder.Outcome paused) {

    /** Prints it; returns whether everything went as promised. */
    boolean print(Console console) {
        console.line("   sale                orders  oversold  seconds  orders/s");
        for (SaleResult sale : List.of(unlocked, locked)) {
            console.line(String.format(
                    Locale.ROOT,
                    "   %-18s %7d %9d %8.1f %9.0f",
                    sale.name(),
                    sale.orders(),
                    sale.oversold(),
                    sale.seconds(),
                    sale.orders() / sale.seconds()));
        }
        console.line(String.format(
                Locale.ROOT,
                "   paused holder      %s, late write %s",
                paused.told() ? "told of its loss" : "not told",
                paused.refused() ? "refused" : "NOT refused"));
        console.line("");
        List<String> broken = broken();
        if (broken.isEmpty()) {
            console.good("   All as promised: exact with the lock, oversold without it, late write refused.");
        }
        broken.forEach(what -> console.bad("   NOT as promised: " + what));
        return broken.isEmpty();
    }

    private List<String> broken() {
        List<String> broken = new ArrayList<>();
        if (!locked.isExact()) {
            broken.add("with the lock: " + locked.sentence());
        }
        if (unlocked.oversold() <= 0) {
            broken.add(
                    "the sale without the lock did not oversell, so it shows nothing; take more --buyers or --stock");
        }
        if (!paused.isAsPromised()) {
            broken.add("the paused holder: " + paused);
        }
        return broken;
    }
}
