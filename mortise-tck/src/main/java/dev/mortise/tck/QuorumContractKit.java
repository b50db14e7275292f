package dev.mortise.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The groups of the contract that rest on votes most, on a quorum. The whole of it, {@link LockCompatibilityKit}, takes
 * minutes there: {@code -Pquorum} runs it.
 */
@Tag("servers")
public abstract class QuorumContractKit {

    protected QuorumContractKit() {}

    /** The quorum to test; asked for before every test, so give the same one. */
    protected abstract StoreUnderTest storeUnderTest();

    @Nested
    class Requests extends StoreContract {
        Requests() {
            super(QuorumContractKit.this.storeUnderTest());
        }
    }

    @Nested
    class Exclusion extends ExclusionContract {
        Exclusion() {
            super(QuorumContractKit.this.storeUnderTest());
        }
    }

    @Nested
    class Tokens extends TokenContract {
        Tokens() {
            super(QuorumContractKit.this.storeUnderTest());
        }
    }

    @Nested
    class Waiting extends WaitingContract {
        Waiting() {
            super(QuorumContractKit.this.storeUnderTest());
        }
    }

    @Nested
    class Loss extends LossContract {
        Loss() {
            super(QuorumContractKit.this.storeUnderTest());
        }
    }
}
