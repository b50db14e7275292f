package dev.mortise.internal;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.memory.MemoryServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The whole engine on the memory store, as Lincheck sees it: whatever threads do with one lock at the same time, there is
 * an order of their calls that gives the same answers. {@code -Dmortise.invocations=100000} looks longer.
 */
@Timeout(300)
public class LinearHoldsTest {

    private static final int INVOCATIONS = Integer.getInteger("mortise.invocations", 200);

    @Test
    void threadsAndObjectsFindAnOrder() {
        new StressOptions()
                .iterations(6)
                .invocationsPerIteration(INVOCATIONS)
                .threads(3)
                .actorsPerThread(4)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false) // which may take minutes
                .sequentialSpecification(OneByOne.class)
                .check(Together.class);
    }

    /** A lock of its own for every run, all of one node. */
    public static class Together {

        // what a run leaves behind is not to be reported while the next ones run
        private static final Mortise NODE = Mortise.builder()
                .store(new MemoryServer().store())
                .watchdogLease(Duration.ofHours(1))
                .build();
        private static final AtomicLong NAMES = new AtomicLong();

        private final DistributedLock lock = NODE.lock("lock " + NAMES.incrementAndGet());
        private final @Nullable OwnedHold[] objects = new OwnedHold[8];

        @Operation
        public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
            return lock.tryLock();
        }

        @Operation
        public boolean leave(@Param(gen = ThreadIdGen.class) int thread) {
            try {
                lock.unlock();
                return true;
            } catch (IllegalMonitorStateException e) {
                return false;
            }
        }

        @Operation
        public int count(@Param(gen = ThreadIdGen.class) int thread) {
            return lock.getHoldCount();
        }

        @Operation
        public boolean take(@Param(gen = ThreadIdGen.class) int thread) {
            try {
                Optional<OwnedHold> taken = lock.tryAcquire();
                taken.ifPresent(hold -> objects[thread] = hold);
                return taken.isPresent();
            } catch (IllegalMonitorStateException e) {
                return false; // this thread holds it
            }
        }

        @Operation
        public boolean give(@Param(gen = ThreadIdGen.class) int thread) {
            OwnedHold mine = objects[thread];
            objects[thread] = null;
            if (mine == null) {
                return false;
            }
            mine.release();
            return true;
        }
    }

    /** The same with one thread at a time. */
    public static class OneByOne {

        private int holder = -1;
        private int count;
        private int object = -1;

        public boolean enter(int thread) {
            if (object >= 0 || (holder >= 0 && holder != thread)) {
                return false;
            }
            holder = thread;
            count++;
            return true;
        }

        public boolean leave(int thread) {
            if (holder != thread) {
                return false;
            }
            if (--count == 0) {
                holder = -1;
            }
            return true;
        }

        public int count(int thread) {
            return holder == thread ? count : 0;
        }

        public boolean take(int thread) {
            if (object >= 0 || holder >= 0) {
                return false;
            }
            object = thread;
            return true;
        }

        public boolean give(int thread) {
            if (object != thread) {
                return false;
            }
            object = -1;
            return true;
        }
    }
}
