package dev.mortise.internal;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Store;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The look at the store when a node starts: warns about what may cost locks. */
final class StoreCheck {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");

    private StoreCheck() {}

    /** Waits for the store's word, as long as a request may take; a store that may not be asked is let be. */
    static void run(Store store) {
        boolean interrupted = Thread.interrupted();
        try {
            Outcome<List<String>> outcome = store.concerns().await(Acquisition.NEVER, false);
            if (outcome instanceof Outcome.Done<List<String>> done) {
                done.value().forEach(concern -> LOG.warn("{}: {}", store.describe(), concern));
            } else if (outcome instanceof Outcome.Failed<List<String>> failed) {
                LOG.debug(
                        "{} could not be checked: {}",
                        store.describe(),
                        failed.trouble().what());
            }
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
