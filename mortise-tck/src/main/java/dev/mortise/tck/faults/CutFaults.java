package dev.mortise.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.StoreUnavailableException;
import dev.mortise.tck.Actor;
import dev.mortise.tck.Pending;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.FaultProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/**
 * The connection is cut at every byte of a request and of its reply, one after another, until a call is over before its
 * cut. Several lanes share the bytes, each a node with a proxy and a lock of its own.
 *
 * <p>A slow machine may need minutes for all cuts. A call that is stuck is found by {@link Pending#joinAll}.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class CutFaults extends FaultGroup {

    private static final int LANES = 4;

    /** One call that is cut, and what has to be so before it and afterwards. */
    private interface Cut {
        void call(Lane lane) throws Exception;
    }

    /** Where the bytes go that are counted. */
    private enum Way {
        REQUEST,
        REPLY
    }

    protected CutFaults(FaultBench bench) {
        super(bench);
    }

    @FaultTest
    void lockWithItsRequestCut() throws Exception {
        assertThat(sweep(Way.REQUEST, CutFaults::lock)).isGreaterThan(100);
    }

    @FaultTest
    void lockWithItsReplyCut() throws Exception {
        assertThat(sweep(Way.REPLY, CutFaults::lock)).isGreaterThan(15);
    }

    @FaultTest
    void tryLockWithItsRequestCut() throws Exception {
        assertThat(sweep(Way.REQUEST, CutFaults::tryLock)).isGreaterThan(100);
    }

    @FaultTest
    void tryLockWithItsReplyCut() throws Exception {
        assertThat(sweep(Way.REPLY, CutFaults::tryLock)).isGreaterThan(15);
    }

    @FaultTest
    void unlockWithItsRequestCut() throws Exception {
        assertThat(sweep(Way.REQUEST, CutFaults::unlock)).isGreaterThan(80);
    }

    @FaultTest
    void unlockWithItsReplyCut() throws Exception {
        assertThat(sweep(Way.REPLY, CutFaults::unlock)).isGreaterThan(3);
    }

    private static void lock(Lane lane) throws Exception {
        lane.arm();
        lane.lock.lock();
        lane.disarm();
        lane.held();
        lane.lock.unlock();
    }

    /** It may fail, but not say busy: nobody else has the lock. */
    private static void tryLock(Lane lane) throws Exception {
        lane.arm();
        try {
            assertThat(lane.lock.tryLock()).isTrue();
            lane.disarm();
            lane.held();
            lane.lock.unlock();
        } catch (StoreUnavailableException unknown) {
            lane.disarm();
            assertThat(lane.lock.isHeldByCurrentThread()).isFalse();
        }
    }

    private static void unlock(Lane lane) throws Exception {
        lane.lock.lock();
        lane.held();
        lane.arm();
        lane.lock.unlock();
        lane.disarm();
    }

    /** How many cuts were made. */
    private int sweep(Way way, Cut cut) throws Exception {
        AtomicInteger cuts = new AtomicInteger();
        List<Lane> lanes = new ArrayList<>();
        List<Pending<@Nullable Void>> runs = new ArrayList<>();
        try {
            for (int first = 0; first < LANES; first++) {
                Lane lane = new Lane(way, first);
                lanes.add(lane);
                Actor actor = actor();
                runs.add(actor.start(() -> lane.run(cut, cuts)));
            }
            Pending.joinAll(cuts::get, runs);
        } finally {
            lanes.forEach(Lane::close);
        }
        return cuts.get();
    }

    private final class Lane {

        private final Way way;
        private final FaultProxy proxy = FaultProxy.to(server().port());
        private final Mortise node = node(builder -> builder.store(storeAt(proxy.uri())));
        private final DistributedLock lock;
        private final DistributedLock elsewhere;
        private long bytes;
        private long lastToken;
        private boolean wasCut;

        Lane(Way way, int first) {
            this.way = way;
            this.bytes = first;
            String own = name() + "-" + first;
            this.lock = node.lock(own);
            this.elsewhere = nodeElsewhere(builder -> builder).lock(own);
        }

        void run(Cut cut, AtomicInteger cuts) throws Exception {
            lock.lock(); // the server gets to know the scripts
            lock.unlock();
            for (; ; bytes += LANES) {
                cut.call(this);
                assertThat(lock.isHeldByCurrentThread()).isFalse();
                assertNothingKept(elsewhere);
                if (!wasCut) {
                    return;
                }
                cuts.incrementAndGet();
            }
        }

        void arm() {
            if (way == Way.REQUEST) {
                proxy.cutAfterRequestBytes(bytes);
            } else {
                proxy.cutAfterReplyBytes(bytes);
            }
        }

        void disarm() {
            wasCut = !proxy.cutIsDue();
            proxy.heal();
        }

        void held() {
            assertHeldOnce(lock, elsewhere);
            long token = lock.hold().orElseThrow().token();
            SafetyViolation.check(token > lastToken, "The token " + token + " came after " + lastToken + ".");
            lastToken = token;
        }

        void close() {
            node.close();
            proxy.close();
        }
    }
}
