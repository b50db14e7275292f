package dev.mortise.tck.regressions;

import dev.mortise.DistributedLock;
import dev.mortise.tck.ContractGroup;
import dev.mortise.tck.ContractRule;
import dev.mortise.tck.Eventually;
import dev.mortise.tck.FaultyStore;
import dev.mortise.tck.FaultyStore.Fault;
import dev.mortise.tck.StoreUnderTest;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went wrong in Mortise itself. */
public abstract class OwnRegressions extends ContractGroup {

    protected OwnRegressions(StoreUnderTest store) {
        super(store);
    }

    @Test
    @DisplayName("Mortise: the reply to a count was lost, the count went back, and the store kept the wrong one")
    @ContractRule("C7")
    void mortiseCountWithALostReplyStays() {
        FaultyStore faulty = new FaultyStore(underTest().newStore());
        DistributedLock lock = node(builder -> builder.store(faulty)).lock(name());
        DistributedLock other = newLock();
        lock.lock();
        lock.lock();
        Eventually.eventually("2 written", () -> count(other) == 2);
        faulty.fail(Fault.REPLY_LOST, 1);
        lock.lock();
        Eventually.eventually("3 written, unheard", () -> count(other) == 3);
        lock.unlock();
        faulty.fail(Fault.NONE);
        Eventually.eventually("2 written again", () -> count(other) == 2);
        lock.unlock();
        lock.unlock();
    }

    private static int count(DistributedLock lock) {
        return Objects.requireNonNull(lock.inspect().holder()).count();
    }
}
