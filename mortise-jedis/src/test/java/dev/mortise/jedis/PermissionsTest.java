package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.DistributedLock;
import dev.mortise.Mortise;
import dev.mortise.StoreRefusedException;
import dev.mortise.tck.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Locks under the least permissions that docs/wire.md gives. */
class PermissionsTest {

    @Test
    void everythingWorksUnderTheDocumentedPermissions() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            server.command(documentedUser().toArray(String[]::new));
            String uri = "redis://locker:password@127.0.0.1:" + server.port();
            try (Mortise one = Mortise.connect(uri);
                    Mortise two = Mortise.builder()
                            .uri(uri)
                            .watchdogLease(Duration.ofMillis(300))
                            .build()) {
                DistributedLock mine = one.lock("least");
                DistributedLock theirs = two.lock("least");
                mine.lock();
                mine.lock();
                assertThat(theirs.tryLock(Duration.ofMillis(500))).isFalse();
                var waiting = theirs.acquireAsync();
                assertThat(mine.inspect().holder()).isNotNull();
                mine.unlock();
                mine.unlock();
                var hold = waiting.get(10, TimeUnit.SECONDS);
                assertThat(mine.tryLock(Duration.ofMillis(400))).isFalse(); // renewed meanwhile
                assertThat(mine.isLocked()).isTrue();
                assertThat(mine.forceUnlock()).isTrue();
                assertThat(mine.tryLock(Duration.ofSeconds(5))).isTrue();
                mine.unlock();
                assertThat(hold.token()).isPositive();
            }
            assertThat(server.keys()).allMatch(key -> key.endsWith(":token"));
            assertThat(server.command("ACL", "LOG")).isEqualTo(List.of());
        }
    }

    @Test
    void aMissingPermissionIsToldAndNothingIsHeld() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            List<String> user = new ArrayList<>(documentedUser());
            user.add("-hset");
            server.command(user.toArray(String[]::new));
            assertThatThrownBy(() -> Mortise.connect("redis://locker:password@127.0.0.1:" + server.port()))
                    .isInstanceOfSatisfying(
                            StoreRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo("NOPERM"))
                    .hasMessageContaining("permission")
                    .hasMessageNotContaining("password");
            assertThat(server.keys()).isEmpty();
        }
    }

    /** The command as docs/wire.md has it. */
    private static List<String> documentedUser() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire.md"));
        Matcher block = Pattern.compile("(?s)```\\s*(ACL SETUSER.*?)```").matcher(page);
        assertThat(block.find()).as("docs/wire.md has the command").isTrue();
        return List.of(block.group(1).trim().split("\\s+"));
    }
}
