package dev.mortise.benchmarks.before;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the processes of one rival did in one go.
 *
 * @param inTime pairs that ended within the time
 * @param all all pairs
 * @param overlaps visits to a section while another thread was in it
 * @param bytes what the clients have allocated
 * @param waits how many calls of {@code lock()} took how long, by the bucket of {@code PairWorker}
 */
record Stint(long inTime, long all, long overlaps, long bytes, Map<Integer, Long> waits) {

    private static final int BITS_OF_BUCKET = 4;

    /** Reads the answer of a worker. */
    static Stint parse(String answer) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : answer.substring("done ".length()).split(" ", -1)) {
            int equals = field.indexOf('=');
            fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
        Map<Integer, Long> waits = new TreeMap<>();
        Arrays.stream(fields.getOrDefault("waits", "").split(",", -1))
                .filter(bucket -> !bucket.isEmpty())
                .map(bucket -> bucket.split(":", -1))
                .forEach(parts -> waits.put(Integer.valueOf(parts[0]), Long.valueOf(parts[1])));
        return new Stint(
                number(fields, "inTime"),
                number(fields, "all"),
                number(fields, "overlaps"),
                number(fields, "bytes"),
                waits);
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.getOrDefault(name, ""));
    }

    static Stint sum(List<Stint> stints) {
        long inTime = 0;
        long all = 0;
        long overlaps = 0;
        long bytes = 0;
        Map<Integer, Long> waits = new TreeMap<>();
        for (Stint stint : stints) {
            inTime += stint.inTime;
            all += stint.all;
            overlaps += stint.overlaps;
            bytes += stint.bytes;
            stint.waits.forEach((bucket, count) -> waits.merge(bucket, count, Long::sum));
        }
        return new Stint(inTime, all, overlaps, bytes, waits);
    }

    /** The time within which 99 % of the calls of {@code lock()} returned, to about 3 %. */
    double p99Micros() {
        long calls = waits.values().stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : new TreeMap<>(waits).entrySet()) {
            seen += bucket.getValue();
            if (seen * 100 >= calls * 99) {
                return middleNanos(bucket.getKey()) / 1000;
            }
        }
        return 0;
    }

    private static double middleNanos(int bucket) {
        int parts = 1 << BITS_OF_BUCKET;
        return Math.scalb(1 + (bucket % parts + 0.5) / parts, bucket / parts);
    }
}
