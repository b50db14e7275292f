package dev.mortise.lettuce;

import dev.mortise.tck.LockCompatibilityKit;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.server.Masters;
import dev.mortise.tck.server.QuorumUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a quorum of five, over Lettuce. */
@Tag("servers")
class LettuceQuorumCompatibilityTest extends LockCompatibilityKit {

    private static Masters masters;
    private static StoreUnderTest quorum;

    @BeforeAll
    static void start() {
        masters = Masters.start(5);
        quorum = new QuorumUnderTest("a quorum over Lettuce", masters, () -> LettuceStore.quorum(masters.uris()));
    }

    @AfterAll
    static void stop() {
        masters.close();
    }

    @Override
    protected StoreUnderTest storeUnderTest() {
        return quorum;
    }
}
