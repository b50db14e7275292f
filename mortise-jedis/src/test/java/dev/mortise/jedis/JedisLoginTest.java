package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisUri;
import dev.mortise.tck.driver.UriDriverKit;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Connecting and logging in, over Jedis from a URI. */
class JedisLoginTest extends UriDriverKit {

    @Override
    protected Driver driver(RedisUri uri) {
        return new JedisDriverProvider().create(uri);
    }

    @Test
    void theProviderIsFoundOnTheClassPath() {
        assertThat(ServiceLoader.load(DriverProvider.class))
                .anyMatch(provider -> provider.name().equals("Jedis") && provider.rank() == 10);
    }
}
