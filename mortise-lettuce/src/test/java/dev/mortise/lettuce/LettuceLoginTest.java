package dev.mortise.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.redis.Driver;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisUri;
import dev.mortise.tck.driver.UriDriverKit;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Connecting and logging in, over Lettuce from a URI. */
class LettuceLoginTest extends UriDriverKit {

    @Override
    protected Driver driver(RedisUri uri) {
        return new LettuceDriverProvider().create(uri);
    }

    @Test
    void theProviderIsFoundOnTheClassPath() {
        assertThat(ServiceLoader.load(DriverProvider.class))
                .anyMatch(provider -> provider.name().equals("Lettuce") && provider.rank() == 20);
    }
}
