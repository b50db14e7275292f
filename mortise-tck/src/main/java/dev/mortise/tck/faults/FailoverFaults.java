package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** The server is killed with -9 and its replica promoted: what replication can lose, and what the token saves. */
@Tag("failover")
public abstract class FailoverFaults extends FaultGroup {

    /** Longer than a failover takes here, so that the first owner has not noticed when the second gets in. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    protected FailoverFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void toAReplicaThatMissedTheGrantMakesTwoOwnersAndTheTokenRefusesTheFirst() {
        Recorder events = new Recorder();
        try (ReplicatedPair pair = new ReplicatedPair();
                Mortise first = nodeAt(pair.master(), events)) {
            DistributedLock lock = first.lock(name());
            lock.run(hold -> {});
            assertThat(pair.inStepWithin(4_000)).isEqualTo(1);
            pair.holdUpReplication();
            lock.lock();
            Hold stale = lock.hold().orElseThrow();
            assertThat(pair.inStepWithin(50)).as("replicas that have the lock").isZero();
            pair.failOver();
            try (Mortise second = nodeAt(pair.replica(), new Recorder())) {
                DistributedLock other = second.lock(name());
                assertThat(other.tryLock()).as("a second owner").isTrue();
                assertThat(stale.isValid()).as("the first has not noticed").isTrue();
                Resource resource = new Resource();
                assertThat(resource.write(other.hold().orElseThrow().token())).isTrue();
                assertThat(resource.write(stale.token()))
                        .as("the first owner's late write")
                        .isFalse();
                events.await(LockEvent.Lost.class);
                assertToldLost(lock, stale, events);
                other.unlock();
            }
        }
    }

    @FaultTest
    void toAReplicaThatHasTheGrantGoesOnExcluding() throws Exception {
        try (ReplicatedPair pair = new ReplicatedPair();
                Mortise first = nodeAt(pair.master(), new Recorder())) {
            actor().run(() -> first.lock(name()).lock(Duration.ofSeconds(30)));
            assertThat(pair.inStepWithin(4_000)).isEqualTo(1);
            pair.failOver();
            try (Mortise second = nodeAt(pair.replica(), new Recorder())) {
                assertThat(second.lock(name()).tryLock()).isFalse();
            }
        }
    }

    private Mortise nodeAt(RedisServer server, Recorder events) {
        return Mortise.builder()
                .store(storeAt(server.uri()))
                .watchdogLease(LEASE)
                .closeGrace(Duration.ZERO)
                .listener(events)
                .build();
    }

    /** Keeps the highest token that it was written with, and refuses lower ones. */
    private static final class Resource {

        private long highest;

        boolean write(long token) {
            if (token < highest) {
                return false;
            }
            highest = token;
            return true;
        }
    }
}
