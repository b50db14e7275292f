package dev.mortise.tck;

import dev.mortise.memory.MemoryServer;
import dev.mortise.spi.Store;
import dev.mortise.spi.SystemTime;
import dev.mortise.spi.Time;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract on the store in memory, one for each test: they run side by side. */
@Execution(ExecutionMode.CONCURRENT)
class MemoryCompatibilityTest extends LockCompatibilityKit {

    private static final Time TIME = new SystemTime("tck-timer");

    @Override
    protected StoreUnderTest storeUnderTest() {
        return new Memory();
    }

    private static final class Memory implements StoreUnderTest {

        private final MemoryServer server = new MemoryServer();

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public Store newStore() {
            return server.store();
        }

        @Override
        public boolean sharesTime() {
            return true;
        }

        @Override
        public List<String> keysLeft() {
            return server.names(TIME);
        }
    }
}
