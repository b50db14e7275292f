package dev.mortise.springdata;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.tck.driver.UncontendedCostKit;
import org.junit.jupiter.api.AfterEach;

/** What an uncontended lock costs, over a Lettuce factory. */
class UncontendedCostTest extends UncontendedCostKit {

    private final Factories factories = new Factories();

    @Override
    protected MortiseBuilder nodeAt(String uri) {
        return Mortise.builder().store(SpringDataStore.using(factories.make(Factories.Kind.LETTUCE, uri, null)));
    }

    @AfterEach
    void closeFactories() {
        factories.close();
    }
}
