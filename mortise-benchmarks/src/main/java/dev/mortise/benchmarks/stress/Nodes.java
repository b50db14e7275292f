package dev.mortise.benchmarks.stress;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** The nodes of a process: one with slices, one without, and any number that are opened and closed. */
final class Nodes implements AutoCloseable {

    /** What the label of every node begins with; the number of its process follows. */
    static final String LABEL = "stress ";

    /** Every fourth process uses Lettuce. */
    private static final int LETTUCE_EVERY = 4;

    private final String uri;
    private final int process;
    private final Mortise sliced;
    private final Mortise unsliced;

    Nodes(String uri, int process) {
        this.uri = uri;
        this.process = process;
        this.sliced = open();
        this.unsliced = builder().slice(Duration.ZERO).build();
    }

    /** A node more, which whoever opens it closes. */
    Mortise open() {
        return builder().build();
    }

    /** A node on which that lock is taken. */
    Mortise of(Guarded lock, Random random) {
        return switch (lock) {
            case SLICED, FAIR -> sliced;
            case UNSLICED -> unsliced;
            case MIXED -> List.of(sliced, unsliced).get(random.nextInt(2));
        };
    }

    @Override
    public void close() {
        unsliced.close();
        sliced.close();
    }

    private MortiseBuilder builder() {
        return Mortise.builder()
                .store(process % LETTUCE_EVERY == 0 ? LettuceStore.at(uri) : JedisStore.at(uri))
                .label(LABEL + process)
                .watchdogLease(Bounds.LEASE);
    }
}
