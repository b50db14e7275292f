package dev.mortise.tck.regressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.HoldLostException;
import dev.mortise.LockEvent;
import dev.mortise.LossCause;
import dev.mortise.Mortise;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.Eventually;
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
        DistributedLock lock = nodeWithLease(KEPT_LEASE).lock(name());
        lock.lock();
        lock.lock();
        lock.unlock();
        Eventually.never(KEPT_LEASE.plusMillis(300), "lost", () -> !lock.isLocked() || !lock.isHeldByCurrentThread());
        lock.unlock();
    }

    @Test
    @DisplayName("Redisson 5698, 6962: of many locks the watchdog forgot some, or died")
    @ContractRule("C3")
    void redisson5698WatchdogForgetsSomeOfMany() {
        Recorder events = new Recorder();
        Mortise node = node(
                builder -> builder.watchdogLease(KEPT_LEASE.multipliedBy(2)).listener(events));
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            DistributedLock lock = node.lock(name() + ":" + i);
            lock.lock();
            locks.add(lock);
        }
        Eventually.eventually(
                "each is renewed twice",
                () -> events.of(LockEvent.Renewed.class).size() >= 600);
        assertThat(locks).allMatch(DistributedLock::isHeldByCurrentThread);
        assertThat(events.of(LockEvent.Lost.class)).isEmpty();
        locks.forEach(DistributedLock::unlock);
    }

    @Test
    @DisplayName("lock4j: each tick of a renewal began a thread that stayed")
    void lock4jThreadForEveryRenewal() {
        Recorder events = new Recorder();
        Mortise node = node(
                builder -> builder.watchdogLease(KEPT_LEASE.multipliedBy(2)).listener(events));
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            locks.add(node.lock(name() + ":" + i));
        }
        locks.forEach(DistributedLock::lock);
        Eventually.eventually(
                "renewed", () -> events.of(LockEvent.Renewed.class).size() >= 100);
        assertThat(countThreads(node))
                .as("threads of one node, for fifty locks")
                .isBetween(1L, 2L + 4L * underTest().servers());
        locks.forEach(DistributedLock::unlock);
    }

    @Test
    @DisplayName("redsync 149, jetcd 686: renewing what was gone made it anew, or was said to have worked")
    @ContractRule("C9")
    void redsync149RenewalBringsBackWhatIsGone() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        Recorder events = new Recorder();
        DistributedLock lock = node(builder ->
                        builder.store(faulty).watchdogLease(KEPT_LEASE).listener(events))
                .lock(name());
        DistributedLock other = newLock();
        lock.lock();
        faulty.dropMessages(true);
        other.forceUnlock();
        assertThat(events.await(LockEvent.Lost.class).cause()).isEqualTo(LossCause.GONE);
        Eventually.never(KEPT_LEASE.dividedBy(2), "back", other::isLocked);
        assertThatThrownBy(lock::unlock).isInstanceOf(HoldLostException.class);
    }
}
