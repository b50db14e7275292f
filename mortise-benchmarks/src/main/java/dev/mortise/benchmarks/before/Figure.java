package dev.mortise.benchmarks.before;

import java.util.Locale;

/** What is measured of a rival in a round. */
enum Figure {
    /** Pairs of lock and unlock a second. */
    RATE("pairs/s"),
    /** The 99th percentile of the time that {@code lock()} took, in microseconds. */
    P99("p99 µs"),
    /** Commands that the server executed for a pair, inside scripts too. */
    COMMANDS("commands"),
    /** Scripts that the server executed for a pair. */
    SCRIPTS("scripts"),
    /** Bytes that the client allocated for a pair. */
    BYTES("bytes"),
    /** Instructions that the server executed for a pair. */
    INSTRUCTIONS("server instructions");

    private final String title;

    Figure(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
