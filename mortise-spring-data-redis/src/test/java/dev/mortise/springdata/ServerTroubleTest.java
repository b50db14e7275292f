package dev.mortise.springdata;

import dev.mortise.Mortise;
import dev.mortise.MortiseBuilder;
import dev.mortise.tck.driver.ServerTroubleKit;
import org.junit.jupiter.api.AfterAll;

/** What a user gets when the server refuses: Redis's own word, not Spring's exceptions. */
class ServerTroubleTest extends ServerTroubleKit {

    private final Factories factories = new Factories();

    @Override
    protected MortiseBuilder nodeAt(String uri) {
        return Mortise.builder().store(SpringDataStore.using(factories.make(Factories.Kind.LETTUCE, uri, null)));
    }

    @AfterAll
    void closeFactories() {
        factories.close();
    }
}
