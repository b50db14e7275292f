package dev.mortise.tck.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerOptionsTest {
    private static final Path HOME = Path.of("/home/me");

    @TempDir
    Path temp;

    @Test
    void defaultFolderIsInTarget() throws IOException {
        Path target = Files.createDirectory(temp.resolve("target"));
        assertThat(ServerOptions.defaultFolder(temp, HOME, "Linux", Map.of()))
                .isEqualTo(target.resolve("mortise-redis"));
    }

    @Test
    void defaultFolderWithoutTargetIsTheUsersCache() {
        assertThat(ServerOptions.defaultFolder(temp, HOME, "Linux", Map.of()))
                .isEqualTo(Path.of("/home/me/.cache/mortise"));
        assertThat(ServerOptions.defaultFolder(temp, HOME, "Linux", Map.of("XDG_CACHE_HOME", "/cache")))
                .isEqualTo(Path.of("/cache/mortise"));
        assertThat(ServerOptions.defaultFolder(temp, HOME, "Mac OS X", Map.of()))
                .isEqualTo(Path.of("/home/me/Library/Caches/mortise"));
    }

    @Test
    void passwordIsTheLastRequirepass() {
        ServerOptions options = ServerOptions.defaults();
        assertThat(options.password()).isEmpty();
        assertThat(options.withConfig("requirepass a", "requirepass \"b c\"").password())
                .contains("b c");
    }

    @Test
    void portsStayBelowTheEphemeralRange() throws IOException {
        Path range = Files.writeString(temp.resolve("range"), "40000\t60999\n");
        assertThat(Ports.ephemeralFrom(range)).isEqualTo(40_000);
        assertThat(Ports.ephemeralFrom(temp.resolve("none"))).isEqualTo(32_768);
        assertThat(Ports.end(40_000)).isEqualTo(30_000);
        assertThat(Ports.end(1_024)).isEqualTo(22_768);
    }
}
