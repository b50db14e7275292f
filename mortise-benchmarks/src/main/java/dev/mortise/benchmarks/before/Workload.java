package dev.mortise.benchmarks.before;

import java.util.Locale;

/** What all rivals do in turn. */
enum Workload {
    SOLO("one thread", false, false, 1, 1, 3_000, 200),
    WIDE("64 threads, own locks", false, false, 1, 64, 150, 8),
    HOT("16 threads, one lock", false, true, 1, 16, 1_500, 40),
    MULTI("4 × 4 threads, one lock", false, true, 4, 4, 1_500, 40),
    FAIR("16 threads, fair lock", true, true, 1, 16, 400, 20),
    FAIR_MULTI("4 × 4 threads, fair lock", true, true, 4, 4, 200, 15);

    private final String title;
    private final boolean fair;
    private final boolean one;
    private final int processes;
    private final int threads;
    private final int pairs;
    private final int fewPairs;

    Workload(String title, boolean fair, boolean one, int processes, int threads, int pairs, int fewPairs) {
        this.title = title;
        this.fair = fair;
        this.one = one;
        this.processes = processes;
        this.threads = threads;
        this.pairs = pairs;
        this.fewPairs = fewPairs;
    }

    /** The name on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    int processes() {
        return processes;
    }

    /** How many pairs each thread makes where pairs are counted. */
    int pairs() {
        return pairs;
    }

    /** The same under callgrind, which slows the server by a factor of about fifty. */
    int fewPairs() {
        return fewPairs;
    }

    /** How many sections of the shared page the threads visit, the first of them included. */
    int firstSection() {
        return one ? 0 : 1;
    }

    /** The last section of the shared page that threads visit. */
    int lastSection() {
        return one ? 0 : threads;
    }

    /** The order for a worker, as {@code PairWorker} reads it. */
    String order(long millis, long pairsOfThread) {
        return (fair ? "fair " : "lock ") + (one ? "one " : "own ") + threads + " " + millis + " " + pairsOfThread;
    }
}
