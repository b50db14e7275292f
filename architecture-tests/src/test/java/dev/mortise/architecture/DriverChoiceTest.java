package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisStoreProvider;
import dev.mortise.spi.Store;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which driver is taken where all of them are on the class path. */
class DriverChoiceTest {

    @Test
    void jedisComesFirstAndItIsLogged() {
        assertEquals(
                Set.of("Jedis", "Lettuce"),
                ServiceLoader.load(DriverProvider.class).stream()
                        .map(provider -> provider.get().name())
                        .collect(Collectors.toSet()));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream console = System.err;
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (Store store = new RedisStoreProvider().create("redis://somewhere")) {
            assertEquals("Jedis at redis://somewhere:6379", store.describe());
        } finally {
            System.setErr(console);
        }
        String logged = log.toString(StandardCharsets.UTF_8);
        assertTrue(logged.contains("using Jedis for redis://somewhere:6379"), logged);
    }
}
