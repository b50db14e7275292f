package dev.mortise.benchmarks.run;

/** Checks that a lock excluded, and that a fair one kept the order. */
public final class Exclusion {

    private Exclusion() {}

    /** Nobody may have met another inside. */
    public static void checkOverlaps(String who, long overlaps) {
        if (overlaps != 0) {
            throw new ViolationException(who + ": " + overlaps + " sections had two owners at a time");
        }
    }

    /** A count that is read and written back inside must not have missed a section. */
    public static void checkCount(String who, long sections, long counted) {
        if (sections != counted) {
            throw new ViolationException(who + ": " + sections + " sections, but " + counted + " counted inside");
        }
    }

    /**
     * Nobody may have been overtaken.
     *
     * @throws IllegalStateException when fewer grants were seen than there were sections, so that the order is not known
     */
    static void checkOrder(String who, Order order, long sections) {
        if (order.seen() < sections) {
            throw new IllegalStateException(who + ": " + sections + " sections, but " + order.seen() + " grants seen");
        }
        if (!order.isKept()) {
            throw new ViolationException(
                    who + ": " + order.overtaken() + " of " + order.grants() + " grants overtook somebody");
        }
    }
}
