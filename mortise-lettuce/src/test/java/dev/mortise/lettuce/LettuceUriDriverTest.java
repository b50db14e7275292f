package dev.mortise.lettuce;

import dev.mortise.redis.Driver;
import dev.mortise.redis.RedisUri;
import dev.mortise.tck.driver.DriverKit;
import java.time.Duration;

/** A driver's duties, over Lettuce from a URI. */
class LettuceUriDriverTest extends DriverKit {

    @Override
    protected Driver driver(int port, Duration quiet) {
        return LettuceStore.driver(RedisUri.parse("redis://127.0.0.1:" + port)).pingedAfter(quiet.toNanos());
    }
}
