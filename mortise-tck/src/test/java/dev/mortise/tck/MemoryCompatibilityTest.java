package dev.mortise.tck;

import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Store;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.util.List;

/** The contract on the store in memory. */
class MemoryCompatibilityTest extends LockCompatibilityKit {

    private static final StoreUnderTest MEMORY = new Memory();

    @Override
    protected StoreUnderTest storeUnderTest() {
        return MEMORY;
    }

    private static final class Memory implements StoreUnderTest {

        private final MemoryServer server = new MemoryServer();
        private final Time time = new SystemTime("tck-timer");

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public Store newStore() {
            return server.store();
        }

        @Override
        public List<String> keysLeft() {
            return server.names(time);
        }
    }
}
