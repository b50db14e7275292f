package dev.mortise.benchmarks.run;

/**
 * Very many holds of one entrant in one round.
 *
 * @param holds how many
 * @param acquireSeconds how long it took to get them, one after the other
 * @param heapBytes heap that each one takes
 * @param clientShare share of a core that its process used while nothing but renewing went on
 * @param redisShare the same of Redis, which idles at about a tenth of a percent
 * @param commandsPerSecond calls of Redis commands, inside scripts too
 * @param renewed how many were renewed at least once while they were observed
 * @param earliestMillis how much later than a third of the lease after the last time one was renewed, at the least
 * @param lateMillis the same, the 99th percentile
 * @param latestMillis the same, at the most
 * @param keptAll whether all were still held when they were released in the end
 */
public record HoldSample(
        int holds,
        double acquireSeconds,
        double heapBytes,
        double clientShare,
        double redisShare,
        double commandsPerSecond,
        int renewed,
        double earliestMillis,
        double lateMillis,
        double latestMillis,
        boolean keptAll) {}
