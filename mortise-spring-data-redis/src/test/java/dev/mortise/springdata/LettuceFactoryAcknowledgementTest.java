package dev.mortise.springdata;

import dev.mortise.spi.Store;
import dev.mortise.tck.AcknowledgementKit;
import org.junit.jupiter.api.AfterAll;

/** Acknowledged locks, over a factory of the application on Lettuce. */
class LettuceFactoryAcknowledgementTest extends AcknowledgementKit {

    private static final Factories FACTORIES = new Factories();

    @AfterAll
    static void closeFactories() {
        FACTORIES.close();
    }

    @Override
    protected Store storeAt(String uri) {
        return SpringDataStore.using(FACTORIES.make(Factories.Kind.LETTUCE, uri, null));
    }
}
