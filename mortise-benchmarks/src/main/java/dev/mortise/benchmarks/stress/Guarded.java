package dev.mortise.benchmarks.stress;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import java.util.Locale;

/** The locks. Each guards a {@link Ledger} of its name. */
enum Guarded {
    /** Taken by nodes that hand it off locally, inside their slices. */
    SLICED,
    /** Taken by nodes without slices: every hand-over is the store's. */
    UNSLICED,
    /** Taken by both. */
    MIXED,
    /** A fair lock. */
    FAIR;

    DistributedLock on(Mortise node) {
        return this == FAIR ? node.fairLock(toString()) : node.lock(toString());
    }

    /** Its name. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
