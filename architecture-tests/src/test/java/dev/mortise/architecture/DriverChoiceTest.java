package dev.mortise.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mortise.Mortise;
import dev.mortise.jedis.JedisDriverProvider;
import dev.mortise.lettuce.LettuceDriverProvider;
import dev.mortise.redis.DriverProvider;
import dev.mortise.redis.RedisStoreProvider;
import dev.mortise.spi.Store;
import io.lettuce.core.RedisClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

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
        assertTrue(logged.contains("using Jedis at redis://somewhere:6379"), logged);
    }

    /** As in an application on Lettuce to which the Spring driver has brought both drivers. */
    @Test
    void aDriverWithoutItsClientIsPassedOver() throws Exception {
        URL[] withoutJedis = Stream.of(
                        Mortise.class,
                        RedisStoreProvider.class,
                        JedisDriverProvider.class,
                        LettuceDriverProvider.class,
                        RedisClient.class,
                        Logger.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(withoutJedis, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> provider = loader.loadClass(RedisStoreProvider.class.getName());
            Object store = provider.getMethod("create", String.class)
                    .invoke(provider.getConstructor().newInstance(), "redis://somewhere");
            assertEquals(
                    "Lettuce at redis://somewhere:6379",
                    store.getClass().getMethod("describe").invoke(store));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
