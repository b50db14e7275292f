package dev.mortise.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** docs/migrating-from-redisson.md has every name that somebody who uses locks of Redisson may look for. */
class MigrationPageTest {

    private final String page = Files.readString(Path.of("..", "docs", "migrating-from-redisson.md"));

    MigrationPageTest() throws IOException {}

    @Test
    void everyMethodOfALockIsThere() {
        assertThat(names(RFencedLock.class))
                .isNotEmpty()
                .filteredOn(this::isMissing)
                .isEmpty();
    }

    @Test
    void everyWayToGetALockIsThere() {
        assertThat(Arrays.stream(RedissonClient.class.getMethods())
                        .filter(method -> RLock.class.isAssignableFrom(method.getReturnType())
                                || method.getName().matches("get(ReadWriteLock|.*Semaphore|CountDownLatch)"))
                        .map(Method::getName)
                        .distinct())
                .isNotEmpty()
                .filteredOn(this::isMissing)
                .isEmpty();
    }

    @Test
    void everySettingOfLocksIsThere() {
        assertThat(names(Config.class)
                        .filter(name -> name.startsWith("set")
                                && name.toLowerCase(Locale.ROOT).contains("lock"))
                        .map(name -> name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4)))
                .isNotEmpty()
                .filteredOn(this::isMissing)
                .isEmpty();
    }

    private boolean isMissing(String name) {
        return !page.contains("`" + name + "(") && !page.contains("`" + name + "`");
    }

    private static Stream<String> names(Class<?> type) {
        return Arrays.stream(type.getMethods()).map(Method::getName).distinct();
    }
}
