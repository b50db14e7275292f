package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.LockEvent;
import dev.mortise.Mortise;
import dev.mortise.Mutex;
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
        assertThat(here.isLocked()).as("kept until the lease is over").isTrue();
        assertThat(here.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())).isFalse();
        assertThat(there.runOnce(LONG_LEASE, hold -> runs.incrementAndGet())).isFalse();
        assertThat(runs).hasValue(1);
        there.forceUnlock();
        long began = System.nanoTime();
        assertThat(here.runOnce(SHORT_LEASE, hold -> runs.incrementAndGet())).isTrue();
        Eventually.eventually("the lease is over", () -> there.runOnce(SHORT_LEASE, hold -> runs.incrementAndGet()));
        assertThat(since(began)).isGreaterThan(SHORT_LEASE.minusMillis(5));
        assertThat(runs).hasValue(3);
        node.close();
        assertThat(events.of(LockEvent.Lost.class))
                .as("the end of the lease is no loss")
                .isEmpty();
        assertThat(events.of(LockEvent.Released.class)).hasSize(2);
        there.forceUnlock();
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
        assertThat(here.isLocked()).isFalse();
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
        assertThat(mutex.runOnce(tooShort, hold -> Eventually.eventually("over", () -> !hold.isValid())))
                .isTrue();
        events.await(LockEvent.Lost.class);
    }
}
