package dev.mortise.springdata;

import dev.mortise.tck.CloseContract;
import dev.mortise.tck.ExclusionContract;
import dev.mortise.tck.InterruptContract;
import dev.mortise.tck.LossContract;
import dev.mortise.tck.OutageContract;
import dev.mortise.tck.StoreContract;
import dev.mortise.tck.StoreUnderTest;
import dev.mortise.tck.WaitingContract;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.RedisUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** What of the contract depends on the driver, over a factory of the application on Jedis. */
class JedisFactoryContractTest {

    private static final Factories FACTORIES = new Factories();
    private static RedisServer server;
    private static StoreUnderTest store;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        RedisConnectionFactory factory = FACTORIES.makeJedis(server.port(), 40);
        store = new RedisUnderTest("RedisConnectionFactory on Jedis", server, () -> SpringDataStore.using(factory));
    }

    @AfterAll
    static void stop() {
        FACTORIES.close();
        server.close();
    }

    @Nested
    class Requests extends StoreContract {
        Requests() {
            super(store);
        }
    }

    @Nested
    class Exclusion extends ExclusionContract {
        Exclusion() {
            super(store);
        }
    }

    @Nested
    class Waiting extends WaitingContract {
        Waiting() {
            super(store);
        }
    }

    @Nested
    class Interrupts extends InterruptContract {
        Interrupts() {
            super(store);
        }
    }

    @Nested
    class Loss extends LossContract {
        Loss() {
            super(store);
        }
    }

    @Nested
    class Outages extends OutageContract {
        Outages() {
            super(store);
        }
    }

    @Nested
    class Closing extends CloseContract {
        Closing() {
            super(store);
        }
    }
}
