package dev.mortise.tck.faults;

import dev.mortise.spi.Store;
import dev.mortise.tck.regressions.ServerRegressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The fault matrix as a test suite for a Redis driver: real servers that are killed, stalled, restarted and failed over, connections
 * that are cut at every byte, lose or delay replies or are half-open, processes that are paused, calls that are interrupted,
 * time out or are cancelled at every moment. The author of a driver extends it and says how to reach a server:
 *
 * <pre>{@code
 * class MyDriverFaultsTest extends FaultKit {
 *     @Override
 *     protected Store storeAt(String uri) {
 *         return MyStore.at(uri);
 *     }
 * }
 * }</pre>
 *
 * <p>Nodes in processes of their own find their driver by the class path. Each group is a class of its own;
 * {@link FaultGroup} says what holds under every fault. With {@code -Dmortise.faults.rounds=20} every test runs twenty
 * times.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
public abstract class FaultKit {

    private @Nullable FaultBench bench;

    protected FaultKit() {}

    /** A store of the driver, not yet open, at {@code redis://127.0.0.1:<port>}. */
    protected abstract Store storeAt(String uri);

    @BeforeAll
    void start() {
        bench = new FaultBench(getClass().getSimpleName(), this::storeAt);
    }

    @AfterAll
    void stop() {
        bench().close();
    }

    private FaultBench bench() {
        if (bench == null) {
            throw new IllegalStateException("not started");
        }
        return bench;
    }

    @Nested
    class Restarts extends RestartFaults {
        Restarts() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Failovers extends FailoverFaults {
        Failovers() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Cuts extends CutFaults {
        Cuts() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class LostReplies extends LostReplyFaults {
        LostReplies() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class LateReplies extends LateReplyFaults {
        LateReplies() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class HalfOpen extends HalfOpenFaults {
        HalfOpen() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Storms extends StormFaults {
        Storms() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Stalls extends StallFaults {
        Stalls() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Pauses extends PauseFaults {
        Pauses() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Regressions extends ServerRegressions {
        Regressions() {
            super(FaultKit.this.bench());
        }
    }

    @Nested
    class Cancellations extends CancelFaults {
        Cancellations() {
            super(FaultKit.this.bench());
        }
    }
}
