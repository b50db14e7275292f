package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.TestTime;
import dev.mortise.tck.server.RedisServer;
import java.time.Duration;

/** The server is killed with -9 and its replica promoted: what replication can lose, and what the token saves. */
public abstract class FailoverFaults extends FaultGroup {

    protected FailoverFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void toAReplicaThatMissedTheGrantMakesTwoOwnersAndTheTokenRefusesTheFirst() {
        Recorder events = new Recorder();
        try (ReplicatedPair pair = new ReplicatedPair();
                Mortise first = nodeAt(pair.master(), time(), events)) {
            DistributedLock lock = first.lock(name());
            lock.run(hold -> {});
            assertThat(pair.inStepWithin(20_000)).isEqualTo(1);
            pair.holdUpReplication();
            lock.lock();
            Hold stale = lock.hold().orElseThrow();
            assertThat(pair.inStepWithin(50)).as("replicas that have the lock").isZero();
            pair.failOver();
            try (Mortise second = nodeAt(pair.replica(), new TestTime(), new Recorder())) {
                DistributedLock other = second.lock(name());
                assertThat(other.tryLock()).as("a second owner").isTrue();
                assertThat(stale.isValid()).as("the first has not noticed").isTrue();
                Resource resource = new Resource();
                assertThat(resource.write(other.hold().orElseThrow().token())).isTrue();
                SafetyViolation.check(
                        !resource.write(stale.token()),
                        "The first owner's late write was accepted, by its token " + stale.token() + ".");
                skip(LONG_LEASE);
                events.await(LockEvent.Lost.class);
                assertToldLost(lock, stale, events);
                other.unlock();
            }
        }
    }

    @FaultTest
    void toAReplicaThatHasTheGrantGoesOnExcluding() throws Exception {
        try (ReplicatedPair pair = new ReplicatedPair();
                Mortise first = nodeAt(pair.master(), time(), new Recorder())) {
            actor().run(() -> first.lock(name()).lock(Duration.ofSeconds(30)));
            assertThat(pair.inStepWithin(20_000)).isEqualTo(1);
            pair.failOver();
            try (Mortise second = nodeAt(pair.replica(), new TestTime(), new Recorder())) {
                SafetyViolation.check(!second.lock(name()).tryLock(), "A second owner after the failover.");
            }
        }
    }

    private Mortise nodeAt(RedisServer server, TestTime time, Recorder events) {
        return Mortise.builder()
                .store(storeAt(server.uri()))
                .time(time)
                .watchdogLease(LONG_LEASE)
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
