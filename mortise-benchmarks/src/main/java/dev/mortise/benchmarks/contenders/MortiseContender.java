package dev.mortise.benchmarks.contenders;

import dev.mortise.Mortise;
import dev.mortise.spi.Store;
import java.util.concurrent.locks.Lock;

/** Mortise as a user would have it: watchdog, token and all. */
final class MortiseContender implements Contender {

    private final Mortise mortise;

    MortiseContender(Store store) {
        this.mortise = Mortise.builder().store(store).build();
    }

    @Override
    public Lock lock(String name) {
        return mortise.lock(name);
    }

    @Override
    public void close() {
        mortise.close();
    }
}
