package dev.mortise.springdata;

import dev.mortise.redis.Driver;
import dev.mortise.tck.driver.DriverKit;
import java.time.Duration;

/** A driver's duties, over a Lettuce factory with the options it has by default: one shared connection. */
class LettuceFactoryDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return new SpringDataDriver(opened(new Factories()).make(Factories.Kind.LETTUCE, port), quiet);
    }
}
