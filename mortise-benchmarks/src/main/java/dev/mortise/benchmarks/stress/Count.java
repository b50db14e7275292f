package dev.mortise.benchmarks.stress;

/** What is counted in each process. */
enum Count {
    HOLDS,
    TIMED_OUT,
    INTERRUPTED,
    CANCELLED,
    /** Waits that the end of their node has ended. */
    CLOSED,
    /** Calls that ended with a {@link dev.mortise.StoreUnavailableException}: their connection was cut in their last moment. */
    UNANSWERED,
    LOST,
    /** From the call to the hold, in microseconds. */
    LONGEST_WAIT(true),
    /** The part of such a wait in which nobody was inside, in microseconds; without those that a kill explains. */
    LONGEST_IDLE(true);

    /** Whether the figure of several is the highest of them, and not their sum. */
    final boolean highest;

    Count() {
        this(false);
    }

    Count(boolean highest) {
        this.highest = highest;
    }
}
