package dev.mortise.benchmarks.run;

/** Checks that a lock excluded. */
final class Exclusion {

    private Exclusion() {}

    /** Nobody may have met another inside. */
    static void checkOverlaps(String who, long overlaps) {
        if (overlaps != 0) {
            throw new ViolationException(who + ": " + overlaps + " sections had two owners at a time");
        }
    }

    /** A count that is read and written back inside must not have missed a section. */
    static void checkCount(String who, long sections, long counted) {
        if (sections != counted) {
            throw new ViolationException(who + ": " + sections + " sections, but " + counted + " counted inside");
        }
    }
}
