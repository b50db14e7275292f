package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.Recorder;
import dev.mortise.tck.StoreUnderTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong with renewal elsewhere. */
public abstract class RenewalRegressions extends ContractGroup {

    protected RenewalRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName("Redisson 6144: a lock that was entered again was not renewed")
    @ContractRule("C7")
    void redisson6144ReenteredLockIsNotRenewed() {
        time();
        DistributedLock lock = newLock();
        lock.lock();
        lock.lock();
        lock.unlock();
        skipBeyondTheLease(lock.hold().orElseThrow());
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson 5698, 6962: of many locks the watchdog forgot some, or died")
    @ContractRule("C3")
    void redisson5698WatchdogForgetsSomeOfMany() {
        Recorder events = new Recorder();
        time();
        Mortise node = node(builder -> builder.listener(events));
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            DistributedLock lock = node.lock(name() + ":" + i);
            lock.lock();
            locks.add(lock);
        }
        skipToRenewal(events, 300);
        skipToRenewal(events, 300);
        assertThat(locks).allMatch(DistributedLock::isHeldByCurrentThread);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        locks.forEach(DistributedLock::unlock);
    }

    @Test
    @DisplayName("lock4j: each tick of a renewal began a thread that stayed")
    void lock4jThreadForEveryRenewal() {
        Recorder events = new Recorder();
        time();
        Mortise node = node(builder -> builder.listener(events));
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            locks.add(node.lock(name() + ":" + i));
        }
        locks.forEach(DistributedLock::lock);
        skipToRenewal(events, 50);
        skipToRenewal(events, 50);
        assertThat(countThreads(node))
                .as("threads of one node, for fifty locks")
                .isBetween(1L, 2L + 4L * underTest().servers());
        locks.forEach(DistributedLock::unlock);
    }

    @Test
    @DisplayName("redsync 149, jetcd 686: renewing what was gone made it anew, or was said to have worked")
    @ContractRule("C9")
    void redsync149RenewalBringsBackWhatIsGone() {
        time();
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.store(faulty).listener(events));
        DistributedLock lock = node.lock(name());
        DistributedLock other = newLock();
        lock.lock();
        faulty.dropMessages(true);
        other.forceUnlock();
        skip(THIRD);
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        letTheWatchdogPass(node, events);
        assertGivenBack(other);
        assertLost(lock::unlock);
    }
}
