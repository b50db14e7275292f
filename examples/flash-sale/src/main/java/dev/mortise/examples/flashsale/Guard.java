package dev.mortise.examples.flashsale;

import dev.mortise.DistributedLock;
import java.util.function.BooleanSupplier;

/** What stands around one purchase. It is all that the two sales differ in. */
@FunctionalInterface
interface Guard {

    /** Makes one purchase and returns its result: whether there was something to buy. */
    boolean around(BooleanSupplier purchase);

    static Guard none() {
        return BooleanSupplier::getAsBoolean;
    }

    static Guard by(DistributedLock lock) {
        return purchase -> lock.call(hold -> purchase.getAsBoolean());
    }
}
