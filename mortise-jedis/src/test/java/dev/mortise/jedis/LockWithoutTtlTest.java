package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.Mortise;
import dev.mortise.OwnedHold;
import dev.mortise.StoreRefusedException;
import dev.mortise.tck.SafetyViolation;
import dev.mortise.tck.server.RedisServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock without a TTL would never end. One lock gets it by PEXPIRE, and those of a batch by PEXPIREAT. */
@Tag("servers")
class LockWithoutTtlTest {

    @ParameterizedTest
    @ValueSource(strings = {"pexpire", "pexpireat"})
    void whoMayNotSetIsToldWhenItConnects(String command) {
        try (RedisServer server = RedisServer.start()) {
            LeastPrivilege.USER.without("+" + command).create(server);
            assertThatThrownBy(() -> Mortise.connect(LeastPrivilege.USER.uri(server, 0)))
                    .isInstanceOfSatisfying(
                            StoreRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo("NOPERM"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pexpire", "pexpireat"})
    void aLockWhoseTtlIsRefusedIsNotLeftBehind(String command) {
        try (RedisServer server = RedisServer.start()) {
            LeastPrivilege.USER.create(server);
            try (Mortise node = Mortise.connect(LeastPrivilege.USER.uri(server, 0))) {
                server.command("ACL", "SETUSER", LeastPrivilege.USER.name(), "-" + command);
                List<CompletableFuture<OwnedHold>> asked = IntStream.range(0, 200)
                        .mapToObj(i -> node.lock("lock-" + i).acquireAsync())
                        .toList();
                asked.forEach(one -> one.handle((hold, refusal) -> hold).join());
                assertThat(asked).anyMatch(CompletableFuture::isCompletedExceptionally);
                for (String key : server.keys()) {
                    SafetyViolation.check(
                            key.endsWith(":token") || !Long.valueOf(-1).equals(server.command("PTTL", key)),
                            "The key " + key + " would never end.");
                }
            }
        }
    }
}
