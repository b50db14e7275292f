package dev.mortise.redisson;

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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks in Redisson's naming under the least permissions that docs/wire.md gives. */
@Tag("servers")
class SharedPermissionsTest {

    @Test
    void everythingWorksUnderTheDocumentedPermissions() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            documentedCommands().forEach(command -> server.command(command.toArray(String[]::new)));
            try (Mortise one = Mortise.connect(uri(server));
                    Mortise two = Mortise.connect(uri(server))) {
                DistributedLock mine = one.lock("shared:least");
                DistributedLock theirs = two.lock("shared:least");
                mine.lock();
                var waiting = theirs.acquireAsync();
                assertThat(theirs.tryLock(Duration.ofSeconds(2))).isFalse();
                mine.unlock();
                waiting.get(30, TimeUnit.SECONDS);
                assertThat(mine.forceUnlock()).isTrue();
            }
            assertThat(server.command("ACL", "LOG")).isEqualTo(List.of());
        }
    }

    @Test
    void aChannelThatMayNotBeUsedIsToldWhenConnecting() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            server.command(documentedCommands().get(0).toArray(String[]::new));
            assertThatThrownBy(() -> Mortise.connect(uri(server)))
                    .isInstanceOf(StoreRefusedException.class)
                    .hasMessageContaining("permission");
        }
    }

    private static String uri(RedisServer server) {
        return "redis://locker:password@127.0.0.1:" + server.port() + "?naming=redisson";
    }

    /** The commands as docs/wire.md has them, without those for Sentinel and Cluster. */
    private static List<List<String>> documentedCommands() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire.md"));
        List<List<String>> commands = Pattern.compile("(?s)```\\s*(ACL SETUSER.*?)```")
                .matcher(page)
                .results()
                .filter((MatchResult block) -> !block.group(1).matches("(?s).*[+](cluster|spublish).*"))
                .map((MatchResult block) -> List.of(block.group(1).trim().split("\\s+")))
                .toList();
        assertThat(commands).hasSize(2);
        return commands;
    }
}
