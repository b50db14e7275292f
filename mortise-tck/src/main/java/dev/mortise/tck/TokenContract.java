package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Hold;
import dev.mortise.OwnedHold;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Fencing tokens: each hold's is higher than that of every hold before it. */
public abstract class TokenContract extends ContractGroup {

    protected TokenContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    void tokensGrowOverHoldsOfAllKindsAndNodes() throws Exception {
        DistributedLock one = newLock();
        DistributedLock two = newLock();
        long last = 0;
        for (int i = 0; i < 10; i++) {
            last = grown(last, tokenOf(one));
            last = grown(last, tokenOf(two));
            try (OwnedHold hold = one.acquire()) {
                last = grown(last, hold.token());
            }
            last = grown(last, two.call(Hold::token));
            try (OwnedHold hold = two.acquireAsync().join()) {
                last = grown(last, hold.token());
            }
            last = grown(last, one.lockAsync().join().token());
            one.unlock();
        }
    }

    @Test
    void tokensGrowOverForce() {
        DistributedLock one = newLock();
        DistributedLock two = newLock();
        one.lock();
        long first = one.hold().orElseThrow().token();
        two.forceUnlock();
        long second = tokenOf(two);
        grown(first, second);
        assertLost(one::unlock);
        grown(second, tokenOf(one));
    }

    @Test
    void tokensGrowOverAnExpiredLease() throws Exception {
        DistributedLock one = newLock();
        DistributedLock two = newLock();
        long first = lockedFor(SHORT_LEASE, one).token();
        assertThat(two.tryLock(LONG_WAIT)).isTrue();
        grown(first, two.hold().orElseThrow().token());
        two.unlock();
        assertLost(one::unlock);
    }

    @Test
    void aLostHoldKeepsItsToken() {
        DistributedLock lock = newLock();
        lock.lock();
        Hold hold = lock.hold().orElseThrow();
        long token = hold.token();
        awaitMessages();
        lock.forceUnlock();
        Eventually.eventually("the loss is known", () -> !hold.isValid());
        assertThat(hold.token()).isEqualTo(token);
        assertLost(lock::unlock);
    }

    @Test
    void everybodySeesTheHoldersToken() {
        DistributedLock lock = newLock();
        lock.lock();
        assertThat(Objects.requireNonNull(newLock().inspect().holder()).token())
                .isEqualTo(lock.hold().orElseThrow().token());
        lock.unlock();
    }

    private static long grown(long before, long now) {
        assertGrown(before, now);
        return now;
    }

    private static long tokenOf(DistributedLock lock) {
        lock.lock();
        long token = lock.hold().orElseThrow().token();
        lock.unlock();
        return token;
    }
}
