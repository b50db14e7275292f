package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.LockEvent;
import dev.mortise.LockedTask;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
import dev.mortise.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@link Mutex#runOnce}: a task runs at most once in a lease, over all nodes. */
public abstract class RunOnceContract extends ContractGroup {

    protected RunOnceContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void itRunsOnceInALeaseOverAllNodes() {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        Mutex here = node.mutex(name());
        Mutex there = node().mutex(name());
        AtomicInteger runs = new AtomicInteger();
        assertThat(here.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())).isTrue();
        assertThat(here.isLocked()).as("kept until the lease ends").isTrue();
        assertThat(here.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())).isFalse();
        assertThat(there.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())).isFalse();
        assertThat(runs).hasValue(1);
        node.close();
        assertThat(events.of(LockEvent.Released.class)).hasSize(1);
        assertThat(there.forceUnlock()).isTrue();
    }

    @Test
    void itRunsAgainWhenTheLeaseHasEnded() {
        Duration lease = SHORT_LEASE;
        while (!runsAgainAfter(lease)) {
            lease = lease.multipliedBy(4);
        }
    }

    /** Fails unless another node runs its task as soon as the lease of the first has ended. False if the machine was slower than that. */
    private boolean runsAgainAfter(Duration lease) {
        Recorder events = new Recorder();
        Mortise node = node(builder -> builder.listener(events));
        Mutex there = node().mutex(name());
        AtomicInteger runs = new AtomicInteger();
        long began = nanos();
        boolean ran = runsInTime(node.mutex(name()), lease, hold -> runs.incrementAndGet());
        if (nanos() - began > lease.toNanos() / 2) {
            there.forceUnlock();
            return false;
        }
        assertThat(ran).isTrue();
        Eventually.eventually("the lease has ended", () -> runsInTime(there, lease, hold -> runs.incrementAndGet()));
        Duration taken = Duration.ofNanos(nanos() - began);
        SafetyViolation.check(
                taken.compareTo(lease.minusMillis(5)) > 0,
                "Two tasks ran within " + taken + ", with a lease of " + lease + ".");
        assertThat(runs).hasValue(2);
        node.close();
        assertThat(events.of(LockEvent.Lost.class))
                .as("losses, of which the end of the lease is not one")
                .isEmpty();
        assertThat(events.of(LockEvent.Released.class)).hasSize(1);
        there.forceUnlock();
        return true;
    }

    /** Whether the task ran. A machine that is slower than the lease is reported by an exception. */
    private static boolean runsInTime(Mutex mutex, Duration lease, LockedTask<RuntimeException> task) {
        try {
            return mutex.runOnce(lease, task);
        } catch (StoreUnavailableException tooSlow) {
            return false;
        }
    }

    @Test
    void manyAtOnceRunItOnce() throws Exception {
        List<Pending<Boolean>> all = new ArrayList<>();
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            Mutex mutex = node().mutex(name());
            for (int thread = 0; thread < 2; thread++) {
                all.add(actor().begin(() -> mutex.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())));
            }
        }
        int ran = 0;
        for (Pending<Boolean> each : all) {
            ran += each.join() ? 1 : 0;
        }
        SafetyViolation.check(runs.get() == 1, runs + " tasks ran in one lease.");
        assertThat(ran).isEqualTo(1);
        assertThat(node().mutex(name()).forceUnlock()).isTrue();
    }

    @Test
    void aTaskThatThrowsLetsAnotherTry() throws Exception {
        Mutex here = node().mutex(name());
        Mutex there = node().mutex(name());
        IOException failed = new IOException("the task failed");
        assertThatThrownBy(() -> here.runOnce(LONG_LEASE, hold -> {
                    throw failed;
                }))
                .isSameAs(failed);
        assertUnlocked(here);
        assertThat(there.runOnce(LONG_LEASE, hold -> {})).isTrue();
        assertThat(there.forceUnlock()).isTrue();
    }

    @Test
    @ContractRule("C14")
    void aNodeThatIsDoneClosesAtOnceAndTheLeaseStays() {
        Mortise node = node(builder -> builder.closeGrace(Duration.ofSeconds(30)));
        assertThat(node.mutex(name()).runOnce(LONG_LEASE, hold -> {})).isTrue();
        long began = System.nanoTime();
        node.close();
        assertNotStuck(Duration.ZERO, began);
        Mutex other = node().mutex(name());
        assertThat(other.runOnce(LONG_LEASE, hold -> {})).isFalse();
        assertThat(other.forceUnlock()).isTrue();
    }

    @Test
    void aTaskThatTakesLongerThanItsLeaseIsToldSo() {
        Recorder events = new Recorder();
        Mutex mutex = node(builder -> builder.listener(events)).mutex(name());
        Duration tooShort = Duration.ofMillis(100);
        Eventually.eventually(
                "it runs",
                () -> runsInTime(mutex, tooShort, hold -> Eventually.eventually("it is lost", () -> !hold.isValid())));
        events.await(LockEvent.Lost.class);
    }
}
