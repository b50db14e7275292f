package dev.mortise.examples.flashsale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One sale: fills the shop, lets the processes sell until the stock reads 0, shows how it goes, counts the orders. */
final class Sale {

    private static final Duration TICK = Duration.ofMillis(100);

    private final Stage stage;
    private final Options options;
    private final String name;
    private final boolean locked;
    private final String prefix;
    private final Shop shop;
    private final Ledger ledger;
    private long startNanos;

    Sale(Stage stage, Options options, String name, boolean locked) {
        this.stage = stage;
        this.options = options;
        this.name = name;
        this.locked = locked;
        this.prefix = stage.prefix() + (locked ? "locked:" : "unlocked:");
        this.shop = new Shop(stage.redis(), prefix);
        this.ledger = new Ledger(shop);
    }

    SaleResult run() {
        shop.stock(options.stock());
        List<Child> sellers = new ArrayList<>();
        for (int i = 1; i <= options.processes(); i++) {
            long seed = options.seed() * 31 + i;
            sellers.add(stage.start("p" + i, Seller.task("p" + i, locked, prefix, options.buyers(), seed)));
        }
        sellers.forEach(seller -> seller.await("ready"));
        startNanos = System.nanoTime();
        stage.console().progressBegin();
        sellers.forEach(seller -> seller.tell("sell"));
        for (Child seller : sellers) {
            while (seller.hear(TICK) == null) {
                stage.console().progress(progress());
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        stage.console().progressEnd(progress());
        sellers.forEach(Child::awaitEnd);
        SaleResult result = ledger.result(name, options.stock(), took);
        stage.console().line("   " + result.sentence());
        return result;
    }

    private String progress() {
        ledger.catchUp();
        int left = shop.stock();
        int width = 24;
        int filled = (int) ((long) width * (options.stock() - left) / options.stock());
        return String.format(
                Locale.ROOT,
                "   [%s%s]  sold %d  left %d  %s  %.1f s",
                "#".repeat(filled),
                ".".repeat(width - filled),
                ledger.orders(),
                left,
                ledger.byProcess(),
                (System.nanoTime() - startNanos) / 1e9);
    }
}
