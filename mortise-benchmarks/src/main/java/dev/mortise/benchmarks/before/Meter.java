package dev.mortise.benchmarks.before;

import dev.mortise.benchmarks.run.WorkerFailedException;
import java.util.Map;
import java.util.TreeMap;

/** How a rival is measured. */
interface Meter {

    /** Lets the JVM compile what the workload runs. */
    void warmUp(RivalCrew crew, Workload workload) throws InterruptedException;

    Map<Figure, Double> measure(RivalCrew crew, Workload workload) throws InterruptedException;

    /** A contestant that is measured in this way. */
    default PairedRounds.Contestant contestant(RivalCrew crew) {
        return new PairedRounds.Contestant() {
            @Override
            public void warmUp(Workload workload) throws InterruptedException {
                Meter.this.warmUp(crew, workload);
            }

            @Override
            public Map<Figure, Double> measure(Workload workload) throws InterruptedException {
                return Meter.this.measure(crew, workload);
            }

            @Override
            public void close() {
                crew.close();
            }
        };
    }

    /**
     * Counts the pairs of a fixed time, or of a longer one on a machine so busy that none ended within it.
     *
     * @param warmUpMillis of a workload before a round
     * @param millis of a turn; there are four in a round
     */
    record Clock(long warmUpMillis, long millis) implements Meter {

        private static final long LONGEST_MILLIS = 60_000;

        @Override
        public void warmUp(RivalCrew crew, Workload workload) throws InterruptedException {
            crew.run(workload, warmUpMillis, Long.MAX_VALUE);
        }

        @Override
        public Map<Figure, Double> measure(RivalCrew crew, Workload workload) throws InterruptedException {
            for (long length = millis; length <= LONGEST_MILLIS; length *= 4) {
                Stint stint = crew.run(workload, length, Long.MAX_VALUE);
                if (stint.inTime() > 0) {
                    return Map.of(Figure.RATE, stint.inTime() * 1000.0 / length, Figure.P99, stint.p99Micros());
                }
            }
            throw new WorkerFailedException(
                    "'" + workload.title() + "': no pair ended within " + LONGEST_MILLIS + " ms on this machine");
        }
    }

    /**
     * Counts what a fixed number of pairs takes of the server and of the client's heap.
     *
     * @param warmUpMillis of a workload before a round: what compiled code allocates is what counts
     */
    record Counters(Arena arena, long warmUpMillis) implements Meter {

        private static final long LONGEST_MILLIS = 60_000;

        @Override
        public void warmUp(RivalCrew crew, Workload workload) throws InterruptedException {
            crew.run(workload, warmUpMillis, Long.MAX_VALUE);
        }

        @Override
        public Map<Figure, Double> measure(RivalCrew crew, Workload workload) throws InterruptedException {
            Map<String, Long> before = arena.server().commandCalls();
            Stint stint = crew.run(workload, LONGEST_MILLIS, workload.pairs());
            Map<String, Long> calls = new TreeMap<>(arena.server().commandCalls());
            calls.replaceAll((command, count) -> count - before.getOrDefault(command, 0L));
            calls.remove("info");
            double scripts = calls.entrySet().stream()
                    .filter(entry ->
                            entry.getKey().startsWith("eval") || entry.getKey().startsWith("fcall"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            double commands = calls.values().stream().mapToLong(Long::longValue).sum();
            return Map.of(
                    Figure.COMMANDS, commands / stint.all(),
                    Figure.SCRIPTS, scripts / stint.all(),
                    Figure.BYTES, (double) stint.bytes() / stint.all());
        }
    }

    /** Counts the instructions of a server that runs under callgrind. */
    record Instructions(Callgrind callgrind) implements Meter {

        private static final long LONGEST_MILLIS = 60_000;

        @Override
        public void warmUp(RivalCrew crew, Workload workload) throws InterruptedException {
            crew.run(workload, LONGEST_MILLIS, workload.fewPairs());
        }

        @Override
        public Map<Figure, Double> measure(RivalCrew crew, Workload workload) throws InterruptedException {
            callgrind.counted();
            Stint stint = crew.run(workload, LONGEST_MILLIS, workload.fewPairs());
            return Map.of(Figure.INSTRUCTIONS, (double) callgrind.counted() / stint.all());
        }
    }
}
