package dev.mortise.tck;

import dev.mortise.tck.regressions.OtherRegressions;
import dev.mortise.tck.regressions.OwnRegressions;
import dev.mortise.tck.regressions.RedissonRegressions;
import dev.mortise.tck.regressions.RenewalRegressions;
import dev.mortise.tck.regressions.WaitingRegressions;
import org.junit.jupiter.api.Nested;

/**
 * The contract of Mortise, C1 to C15, as a test suite that every store and driver passes. The author of a store extends
 * it and says which store:
 *
 * <pre>{@code
 * class MyStoreCompatibilityTest extends LockCompatibilityKit {
 *     @Override
 *     protected StoreUnderTest storeUnderTest() {
 *         return MY_STORE;
 *     }
 * }
 * }</pre>
 *
 * <p>In many tests the nodes go by a {@link TestTime}, of which the test skips a part. So a store must take its time from its {@link
 * dev.mortise.spi.StoreContext}.
 *
 * <p>Each group is a class of its own; each test names the rule it shows with {@link ContractRule}. After every test nothing
 * may be left but token counters with a TTL.
 */
public abstract class LockCompatibilityKit {

    protected LockCompatibilityKit() {}

    /**
     * The store to test; asked for before every test. If JUnit runs the tests one after the other, return the same store each
     * time. If it runs them concurrently, return one that no other test uses, because leftovers are counted for each store;
     * {@link StoreUnderTest#giveBack()} tells when it is free again.
     */
    protected abstract StoreUnderTest storeUnderTest();

    @Nested
    class Requests extends StoreContract {
        Requests() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Exclusion extends ExclusionContract {
        Exclusion() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Reentry extends ReentryContract {
        Reentry() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Leases extends LeaseContract {
        Leases() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Tokens extends TokenContract {
        Tokens() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Waiting extends WaitingContract {
        Waiting() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class HandOff extends HandOffContract {
        HandOff() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementContract {
        Acknowledgements() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class RemoteHandOff extends RemoteHandOffContract {
        RemoteHandOff() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Barging extends BargingContract {
        Barging() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Fair extends FairContract {
        Fair() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Polling extends PollingContract {
        Polling() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Interrupts extends InterruptContract {
        Interrupts() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Loss extends LossContract {
        Loss() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Async extends AsyncContract {
        Async() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Parity extends ParityContract {
        Parity() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class OwnedHolds extends OwnedHoldContract {
        OwnedHolds() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Events extends EventsContract {
        Events() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Outages extends OutageContract {
        Outages() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Closing extends CloseContract {
        Closing() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Misuse extends MisuseContract {
        Misuse() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Mutexes extends MutexContract {
        Mutexes() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class MutexWaits extends MutexWaitingContract {
        MutexWaits() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class RunOnce extends RunOnceContract {
        RunOnce() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Redisson extends RedissonRegressions {
        Redisson() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Waits extends WaitingRegressions {
        Waits() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Renewals extends RenewalRegressions {
        Renewals() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class Mended extends OwnRegressions {
        Mended() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }

    @Nested
    class OtherLibraries extends OtherRegressions {
        OtherLibraries() {
            super(LockCompatibilityKit.this.storeUnderTest());
        }
    }
}
